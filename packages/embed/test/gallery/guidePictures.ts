/**
 * `node packages/embed/test/gallery/guidePictures.ts`: takes the pictures of screens that the docs' guides show, light and
 * dark, into packages/docs/public/screens. A guide shows one by `![text](../../public/screens/SCENE-light.webp)`; what no
 * guide shows is removed.
 *
 * With each picture the digest of its scene's snapshot is kept. `guidePictures.long.test.ts` compares it, so a picture of
 * a screen that has changed fails the test; pixels are never compared.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { isDeepStrictEqual } from "node:util"
import type { Browser, Page } from "playwright-core"
import { buildEmbeds } from "../../src/build/buildEmbeds.ts"
import { launch } from "../browser.ts"
import { openScene, type Scene } from "./gallery.ts"
import { type Picture, picturesFile, screensFolder, shownInGuides, snapshotDigest, scenes } from "./scenes.ts"
import { readOutOf, readOuts } from "./readOuts.ts"

/** Employees are on a phone, employers in a page of their payroll software. */
const widthOf = ({ app }: Scene): number => (app === "onboarding" ? 360 : 600)

const QUALITY = 45

/** Pixels of the file for one of the page, for fine screens. */
const SCALE = 1.5

/** Waits until the screen is as its snapshot has it: a search, for one, waits before it asks. */
const likeItsSnapshot = async (page: Page, name: string): Promise<void> => {
  const deadline = Date.now() + 10_000
  const shown = async () => readOutOf(await page.locator("main").ariaSnapshot())
  while (!isDeepStrictEqual(await shown(), readOuts.get(name)))
    if (Date.now() > deadline)
      throw new Error(
        `${name} isn't as its snapshot. Run the gallery's tests, with -u if the change is wanted.`
      )
}

/** Takes one picture. Chromium itself writes WebP, which playwright's own screenshots can't. */
const take = async (browser: Browser, folder: string, scene: Scene, colorScheme: "light" | "dark") => {
  const width = widthOf(scene)
  const viewport = { width, height: 400 }
  const look = {
    isStill: true,
    viewport,
    colorScheme,
    deviceScaleFactor: 2,
    reducedMotion: "reduce"
  } as const
  const { close, page } = await openScene(browser, folder, scene, look)
  await likeItsSnapshot(page, scene.name)
  // Where the steps ended mustn't show: a focus ring, a scrolled page.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const height = await page.evaluate(() => Math.ceil(document.querySelector("main")!.scrollHeight))
  const chromium = await page.context().newCDPSession(page)
  const { data } = await chromium.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: SCALE }
  })
  await close()
  writeFileSync(join(screensFolder, `${scene.name}-${colorScheme}.webp`), Buffer.from(data, "base64"))
  return { width, height }
}

mkdirSync(screensFolder, { recursive: true })
const built = join(tmpdir(), `embedded-super-pictures-${process.pid}`)
const [browser] = await Promise.all([launch(), buildEmbeds(built)])
const taken: Record<string, Picture> = {}
for (const name of shownInGuides()) {
  const scene = scenes.find((one) => one.name === name)
  if (scene === undefined) throw new Error(`A guide shows ${name}, which is no scene of the gallery.`)
  await take(browser, built, scene, "dark")
  taken[name] = { ...(await take(browser, built, scene, "light")), snapshot: snapshotDigest(name) }
}
for (const file of readdirSync(screensFolder))
  if (!(file.replace(/-(?:light|dark)\.webp$/, "") in taken)) rmSync(join(screensFolder, file))
writeFileSync(picturesFile, `${JSON.stringify(taken, undefined, 2)}\n`)
await browser.close()
rmSync(built, { recursive: true })
console.log(`${Object.keys(taken).length} screens, light and dark, are in ${screensFolder}`)
