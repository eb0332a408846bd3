import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { bundleFile } from "./bundles.ts"
import { markPlanned } from "./planned.ts"

/** A bundled spec becomes one page, with everything that it loads inside it. */
const references = [
  { name: "partner-api", title: "Embedded Super: partner API" },
  { name: "fund-api", title: "Embedded Super: fund API" },
  { name: "webhooks", title: "Embedded Super: webhooks" },
  { name: "simulator-api", title: "Embedded Super: simulator API" }
] as const

/** The page's own mark of its maker comes from another host; its words stay. */
const FOREIGN_IMAGE = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g
const NO_IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"

/** Loads nothing from another host, and shows the site's icon. */
const ofThisSite = (html: string): string =>
  html
    .replaceAll(FOREIGN_IMAGE, NO_IMAGE)
    .replace("<head>", '<head>\n  <link rel="icon" href="../../favicon.svg" type="image/svg+xml" />')

/** Writes the API references into a folder, each as the index of a folder of its own. */
export const writeReferences = async (folder: string): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), "embedded-super-docs-"))
  try {
    for (const { name, title } of references) {
      const bundle = JSON.parse(await readFile(bundleFile(name), "utf8"))
      const marked = join(work, `${name}.json`)
      await writeFile(marked, JSON.stringify(markPlanned(bundle)))
      const page = join(folder, name, "index.html")
      await mkdir(join(folder, name), { recursive: true })
      await promisify(execFile)("redocly", [
        "build-docs",
        ...[marked, "--inlineBundle", "--title", title, "-o", page]
      ])
      await writeFile(page, ofThisSite(await readFile(page, "utf8")))
    }
  } finally {
    await rm(work, { recursive: true })
  }
}
