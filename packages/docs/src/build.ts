import { writeSpecs } from "@embedded-super/specs"
import { build } from "astro"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { bannerOf } from "./banner.ts"
import { comingIn, readHistory, writeFeeds } from "./changelog.ts"
import { fileOf } from "./Page.ts"
import { allPages } from "./pages.ts"
import { withPictures } from "./pictures.ts"
import { writePlain } from "./plain.ts"
import { makeTablesScrollable } from "./scrollableTables.ts"
import { writeReferences } from "./references.ts"

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the published docs. Returns the folder that holds them: static files that need no other host. */
export const buildDocs = async (folder = here("../dist")): Promise<string> => {
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1"
  const pages = await allPages()
  const coming = comingIn(readHistory())
  // Guides and catalogues together, in the input folder of the site's builder.
  const laidOut = here("../.pages")
  await rm(laidOut, { recursive: true, force: true })
  for (const page of pages) {
    const file = join(laidOut, `${page.slug}.md`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, fileOf(withPictures(page), bannerOf(coming, page.slug)))
  }
  await build({ root: here(".."), outDir: folder, logLevel: "warn" })
  await makeTablesScrollable(folder)
  await writeReferences(join(folder, "reference"))
  await writeSpecs(join(folder, "specs"))
  await writePlain(folder, pages)
  await writeFeeds(folder, readHistory())
  return folder
}
