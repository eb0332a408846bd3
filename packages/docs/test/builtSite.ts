import { execFile } from "node:child_process"
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { heldDatabase } from "@embedded-super/program/postgres/heldDatabase"
import { startProgram } from "@embedded-super/program/startProgram"
import { masterKeyIn } from "@embedded-super/program/testing/dataFolder"

const program = fileURLToPath(new URL("../../../scripts/docs.ts", import.meta.url))

/** Builds the docs into a separate folder, and lets the service serve them. */
export const builtSite = async () => {
  const place = mkdtempSync(join(tmpdir(), "embedded-super-site-"))
  // If the tests run as root, the database's own user has to reach the folder.
  chmodSync(place, 0o755)
  const folder = join(place, "docs")
  const began = performance.now()
  // In a separate process: the site's builder would read variables of the test runner as its own.
  const { HOME, PATH } = process.env
  await promisify(execFile)(process.execPath, [program, folder], { env: { HOME, PATH } })
  const seconds = (performance.now() - began) / 1000
  const fileAt = (path: string): string | undefined => {
    const file = join(folder, decodeURIComponent(path.replace(/^\/docs/, "")))
    if (!existsSync(file)) return undefined
    return statSync(file).isDirectory() ? join(file, "index.html") : file
  }
  const database = await heldDatabase(join(place, "postgres"), ["--remove"])
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: join(place, "data"),
    DOCS_DIR: folder,
    MASTER_KEY_FILE: masterKeyIn(place),
    LOG_FORMAT: "json"
  }
  const main = "packages/service/src/main.ts"
  await startProgram(main, ["migrate"], variables).ended
  const service = startProgram(main, ["serve", "--dev", "--no-worker", "--port", "0"], variables)
  const url = await service.line((line) => /Serving (http:[^"\s]+)/.exec(line)?.[1])
  return {
    folder,
    seconds,
    fileAt,
    url,
    close: async () => {
      await service.stop()
      await database.release()
      rmSync(place, { recursive: true, force: true })
    }
  }
}

export type BuiltSite = Awaited<ReturnType<typeof builtSite>>

interface Site {
  readonly fileAt: (path: string) => string | undefined
}

const attributes = (html: string, name: string): ReadonlyArray<string> =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) =>
    value.replaceAll("&amp;", "&")
  )

/** Broken links of a page: to a missing file, or to an anchor that its page lacks. */
export const brokenLinks = (site: Site, path: string): ReadonlyArray<string> => {
  const html = readFileSync(site.fileAt(path) ?? "", "utf8")
  return attributes(html.replaceAll(/<(script|pre)\b.*?<\/\1>/gs, ""), "href").filter((href) => {
    const target = new URL(href, `http://site${path}`)
    if (target.origin !== "http://site") return false
    const file = site.fileAt(target.pathname)
    if (file === undefined || !existsSync(file)) return true
    if (target.hash === "" || !file.endsWith(".html")) return false
    return !attributes(readFileSync(file, "utf8"), "id").includes(decodeURIComponent(target.hash.slice(1)))
  })
}

/** Every page that there is. */
export const allPages = (site: BuiltSite) =>
  globSync("**/*.html", { cwd: site.folder }).map((file) => `/docs/${file.replace(/index\.html$/, "")}`)

/** Pages that are made alike: of these folders, the folder's own page and three of its others are enough. */
const ALIKE = /^\/docs\/(wattle-payroll|reference\/[\w-]+-api|(?:partners|funds)\/checks|decisions)\//

/** Pages that differ in more than their text. The longest of each kind are among them. */
export const differentPages = (site: BuiltSite): ReadonlyArray<string> => {
  const lengthOf = (path: string) => statSync(site.fileAt(path) ?? "").size
  const byKind = Map.groupBy(allPages(site), (path) => ALIKE.exec(path)?.[1] ?? path)
  return [...byKind.values()].flatMap((pages) =>
    pages.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, 4)
  )
}
