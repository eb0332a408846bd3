import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { markPlanned } from "./planned.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The references: a bundled spec becomes one page, with everything that it loads inside it. */
const references = [
  { page: "partner-api", spec: "partner-api", title: "Embedded Super: partner API" },
  { page: "fund-api", spec: "fund-api", title: "Embedded Super: fund API" },
  { page: "webhooks", spec: "webhooks", title: "Embedded Super: webhooks" }
] as const

/** Build the published docs. Returns the folder that holds them: static files that need no other host. */
export const buildDocs = async (folder = here("../dist")): Promise<string> => {
  await mkdir(folder, { recursive: true })
  await copyFile(here("home.html"), `${folder}/index.html`)
  await copyFile(here("../../contracts/bundled/fund-api.json"), `${folder}/fund-api.json`)
  const work = await mkdtemp(join(tmpdir(), "embedded-super-docs-"))
  for (const { page, spec, title } of references) {
    const bundle = JSON.parse(await readFile(here(`../../contracts/bundled/${spec}.json`), "utf8"))
    const marked = join(work, `${spec}.json`)
    await writeFile(marked, JSON.stringify(markPlanned(bundle)))
    const args = ["build-docs", marked, "--inlineBundle", "--title", title, "-o", `${folder}/${page}.html`]
    await promisify(execFile)("redocly", args)
  }
  await rm(work, { recursive: true })
  return folder
}
