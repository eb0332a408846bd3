/**
 * `node packages/pages/test/gallery/sheet.ts [folder] [names] [looks]`: pictures of every scene in every look, for a
 * person to look through. `names` is a part of the scenes' names, `looks` of the looks'.
 */
import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import type { Page } from "playwright-core"
import { launch } from "../../../embed/test/browser.ts"
import { openScene, serve } from "./gallery.ts"
import { scenes } from "./scenes.ts"

const [folder = ".data/workbench-pictures", nameOf = "", lookOf = ""] = process.argv.slice(2)
const into = resolve(folder)

interface Look {
  readonly width: number
  readonly media?: Parameters<Page["emulateMedia"]>[0]
  readonly textSize?: string
}

const looks: Readonly<Record<string, Look>> = {
  "1280-light": { width: 1280 },
  "1280-dark": { width: 1280, media: { colorScheme: "dark" } },
  "1280-forced": { width: 1280, media: { forcedColors: "active" } },
  "390-light": { width: 390 },
  "390-dark": { width: 390, media: { colorScheme: "dark" } },
  "390-text-200": { width: 390, textSize: "200%" },
  "320-light": { width: 320 }
}

mkdirSync(into, { recursive: true })
const [browser, server] = await Promise.all([launch(), serve()])
for (const scene of scenes.filter(({ name }) => name.includes(nameOf))) {
  const { close, page } = await openScene(browser, server.origin, scene)
  for (const [look, { media, textSize = "", width }] of Object.entries(looks)) {
    if (!look.includes(lookOf) || (scene.isWideOnly && width < 1200)) continue
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...media })
    // By CSSOM: the page's policy blocks styles.
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), textSize)
    await page.screenshot({
      path: join(into, `${scene.name}-${look}.png`),
      fullPage: true,
      animations: "disabled"
    })
  }
  await close()
}
await Promise.all([browser.close(), server.close()])
console.log(`The pictures are in ${into}`)
