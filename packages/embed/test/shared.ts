/**
 * The parts that the test files of one vitest worker share: a browser, in which each test has a context of its own, and the built embeds.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Browser, Locator } from "playwright-core"
import { beforeAll } from "vitest"
import { buildEmbeds, type BuiltEmbeds } from "../src/build/buildEmbeds.ts"
import { launch } from "./browser.ts"
import { openScene, type Scene } from "./gallery/gallery.ts"
import { sceneNamed } from "./gallery/scenes.ts"

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

/** Opens scenes of the gallery, or ones that are like them. To be called in a `describe`, whose tests then wait for the browser. */
export const sceneOpener = () => {
  let browser: Browser
  let folder: string
  beforeAll(async () => {
    ;[browser, { folder }] = await Promise.all([sharedBrowser(), sharedEmbeds()])
  })
  return (scene: Scene | string, options: Parameters<typeof openScene>[3] = {}) =>
    openScene(browser, folder, typeof scene === "string" ? sceneNamed(scene) : scene, options)
}

/** Replaces the text of a box, as pasting does: with an input event, and cut off at the box's length. */
export const paste = async (box: Locator, text: string): Promise<void> => {
  await box.fill("")
  await box.focus()
  await box.page().keyboard.insertText(text)
}
