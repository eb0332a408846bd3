/** The test files of one vitest worker share a browser, in which each test has a context of its own, and the built embeds. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Browser } from "playwright-core"
import { buildEmbeds, type BuiltEmbeds } from "../src/build/buildEmbeds.ts"
import { launch } from "./browser.ts"

let browser: Promise<Browser> | undefined
let embeds: Promise<{ readonly folder: string; readonly built: BuiltEmbeds }> | undefined

/** Ends with the worker, by Playwright. */
export const sharedBrowser = (): Promise<Browser> => (browser ??= launch())

const build = async () => {
  const parent = mkdtempSync(join(tmpdir(), "embeds-"))
  process.once("exit", () => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, "dist")
  return { folder, built: await buildEmbeds(folder) }
}

/** Removed with the worker. */
export const sharedEmbeds = () => (embeds ??= build())
