/** `node packages/docs/test/pictures/takePagePictures.ts`: takes the pictures of our pages, light and dark, for the guides. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { launch } from "../../../embed/test/browser.ts"
import { digestOf, file, folder, type Picture, pictures, type Taken } from "./pagePictures.ts"

const QUALITY = 40

/** Pixels of the file for one of the page, for fine screens. */
const SCALE = 1.25

/** Chromium itself writes WebP, which playwright's own screenshots can't. */
const take = async (
  browser: Browser,
  name: string,
  picture: Picture,
  colorScheme: "light" | "dark"
): Promise<Taken> => {
  const { height, width } = picture
  const { close, page } = await picture.open(browser, {
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: 2,
    reducedMotion: "reduce"
  })
  const taken = { width, height, page: await digestOf(page) }
  const chromium = await page.context().newCDPSession(page)
  const { data } = await chromium.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    clip: { x: 0, y: 0, width, height, scale: SCALE }
  })
  await close()
  writeFileSync(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, "base64"))
  return taken
}

mkdirSync(folder, { recursive: true })
for (const old of readdirSync(folder)) rmSync(join(folder, old))
const browser = await launch()
const taken: Record<string, Taken> = {}
for (const [name, picture] of Object.entries(pictures)) {
  await take(browser, name, picture, "dark")
  taken[name] = await take(browser, name, picture, "light")
}
await browser.close()
writeFileSync(file, `${JSON.stringify(taken, undefined, 2)}\n`)
console.log(`${Object.keys(taken).length} pages, light and dark, are in ${folder}`)
