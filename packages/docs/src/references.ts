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

/** Writes the API references into a folder. */
export const writeReferences = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), "embedded-super-docs-"))
  try {
    for (const { name, title } of references) {
      const bundle = JSON.parse(await readFile(bundleFile(name), "utf8"))
      const marked = join(work, `${name}.json`)
      await writeFile(marked, JSON.stringify(markPlanned(bundle)))
      const page = join(folder, `${name}.html`)
      await promisify(execFile)("redocly", [
        "build-docs",
        marked,
        "--inlineBundle",
        "--title",
        title,
        "-o",
        page
      ])
    }
  } finally {
    await rm(work, { recursive: true })
  }
}
