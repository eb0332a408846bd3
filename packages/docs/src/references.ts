import { bundleFile } from "@embedded-super/specs"
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Operation } from "./bundles.ts"

type MaybePlanned = { "x-planned"?: string; summary?: string; description?: string }
type Document = { paths?: Readonly<Record<string, Readonly<Record<string, MaybePlanned>>>> }

/** Marks the operations that aren't implemented yet, so that readers don't call them. */
export const markPlanned = <D extends Document>(document: D): D => {
  for (const operation of Object.values(document.paths ?? {}).flatMap((path) => Object.values(path))) {
    if (operation["x-planned"] !== undefined) {
      operation.summary = `${operation.summary ?? ""} (planned)`
      operation.description = `**Planned:** this operation answers 404 in this version.\n\n${operation.description ?? ""}`
    }
  }
  return document
}

/** Each bundled spec becomes one page that contains everything it loads. */
const references = [
  { name: "partner-api", title: "Embedded Super: partner API" },
  { name: "fund-api", title: "Embedded Super: fund API" },
  { name: "webhooks", title: "Embedded Super: webhooks" },
  { name: "simulator-api", title: "Embedded Super: simulator API" }
] as const

/** Where the page of a reference shows an operation, from the root of the docs. */
export const operationAddress = (name: string, { operationId, tags = [] }: Operation): string =>
  `reference/${name}/#/${tags[0]}/${operationId.toLowerCase()}`

/** The logo of Redoc's makers, an image from another host; their name replaces it, so that the link stays. */
const FOREIGN_IMAGE = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g
const THEIR_NAME =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='52' height='16'%3E%3Ctext y='12' font-size='13' font-family='sans-serif' fill='%23687076'%3ERedocly%3C/text%3E%3C/svg%3E"

const HEAD = `<head>
  <link rel="icon" href="../../favicon.svg" type="image/svg+xml" />
  <style>
    .way-back { display: block; padding: 0.6rem 1rem; font: 600 1rem system-ui, sans-serif; color: #0b5cad; background: #fff }
  </style>`

/** Removes all loads from other hosts, and adds the site's icon and a link back to it. */
const ofThisSite = (html: string): string =>
  html
    .replaceAll(FOREIGN_IMAGE, THEIR_NAME)
    .replace("<head>", HEAD)
    .replace("<body>", '<body>\n  <a class="way-back" href="../../">Embedded Super docs</a>')

/** By its path: it is in PATH only if pnpm runs this. */
const REDOCLY = fileURLToPath(new URL("../node_modules/@redocly/cli/bin/cli.js", import.meta.url))

/** Disables Redocly's telemetry and update notice. */
const SILENT = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }

/** Writes the API references into a folder, each as the index of its own subfolder. */
export const writeReferences = async (folder: string): Promise<void> => {
  const work = await mkdtemp(join(tmpdir(), "embedded-super-docs-"))
  try {
    for (const { name, title } of references) {
      const bundle = JSON.parse(await readFile(bundleFile(name), "utf8"))
      const marked = join(work, `${name}.json`)
      await writeFile(marked, JSON.stringify(markPlanned(bundle)))
      const page = join(folder, name, "index.html")
      await mkdir(join(folder, name), { recursive: true })
      const args = ["build-docs", marked, "--inlineBundle", "--title", title, "-o", page]
      await promisify(execFile)(process.execPath, [REDOCLY, ...args], { env: SILENT })
      await writeFile(page, ofThisSite(await readFile(page, "utf8")))
    }
  } finally {
    await rm(work, { recursive: true })
  }
}
