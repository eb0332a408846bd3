import { writeSpecs } from "@embedded-super/specs"
import { build } from "astro"
import { globSync } from "node:fs"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { bannerOf, comingIn, readHistory, writeFeeds } from "./changelog.ts"
import { look } from "./look.ts"
import { fileOf, type Page } from "./Page.ts"
import { allPages } from "./pages.ts"
import { withPictures } from "./pictures.ts"
import { writePlain } from "./plain.ts"

/** A table, or the text of a sample, as its button copies it. */
const TABLE = /<table>|data-code="[^"]*"/g

/** A table may be wider than a small screen, and scrolls separately: the keyboard has to reach it (WCAG 2.1.1). */
const makeTablesScrollable = async (folder: string): Promise<void> => {
  for (const file of globSync("**/*.html", { cwd: folder })) {
    const page = join(folder, file)
    const html = await readFile(page, "utf8")
    if (html.includes("<table>"))
      await writeFile(
        page,
        html.replaceAll(TABLE, (found) => (found === "<table>" ? '<table tabindex="0">' : found))
      )
  }
}

/** Shown at each address that has no page: its links begin at the root of the docs. */
const notFound = (base: string): Page => ({
  slug: "404",
  title: "There is no page at this address",
  description: "Where to go on from an address that has no page.",
  body: `The search above finds operations, events, fields and error codes by their names. Or begin at the first page:

- [for partners](${base}/partners/), who embed onboarding in payroll or HR software
- [for funds](${base}/funds/overview/), whose endpoints the service calls
- [for developers](${base}/developers/), who generate clients from the specs
- [for operators](${base}/operators/), who run the service`
})

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the published docs. Returns the folder that holds them: static files that need no other host. */
export const buildDocs = async (folder = here("../dist")): Promise<string> => {
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1"
  const pages = await allPages()
  const coming = comingIn(readHistory())
  // Guides and catalogues together, in the input folder of the site's builder.
  const laidOut = here("../.pages")
  await rm(laidOut, { recursive: true, force: true })
  for (const page of [...pages, notFound(process.env["DOCS_BASE"]?.replace(/\/$/, "") ?? "/docs")]) {
    const file = join(laidOut, `${page.slug}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, fileOf(withPictures(page), bannerOf(coming, page.slug)))
  }
  await writeFile(join(laidOut, "look.css"), look)
  // The docs of before can be read until these are whole.
  const made = `${folder}-new`
  // Without force, pages that Astro keeps from an earlier build lead to the styles of that build.
  await build({ root: here(".."), outDir: made, logLevel: "warn", force: true })
  await makeTablesScrollable(made)
  await writeSpecs(join(made, "specs"))
  await writePlain(made, pages)
  await writeFeeds(made, readHistory())
  await rm(folder, { recursive: true, force: true })
  await rename(made, folder)
  return folder
}
