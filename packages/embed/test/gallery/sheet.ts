/**
 * `node packages/embed/test/gallery/sheet.ts [folder] [names] [looks]`: pictures of every scene in every look, and contact
 * sheets of them, for a person to look through. `names` is a part of the scenes' names, `looks` of the looks'.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import type { Browser, Page } from "playwright-core"
import { buildEmbeds } from "../../src/build/buildEmbeds.ts"
import { zh } from "../../src/texts/zh/index.ts"
import { launch } from "../browser.ts"
import { openScene, type Scene } from "./gallery.ts"
import { scenes } from "./scenes.ts"

const [folder = ".data/embed-pictures", nameOf = "", lookOf = ""] = process.argv.slice(2)
const into = resolve(folder)

/** A way in which each scene is looked at. */
interface Look {
  readonly width: number
  readonly height?: number
  readonly media?: Parameters<Page["emulateMedia"]>[0]
  readonly textSize?: string
  readonly isChinese?: true
  /** The width of a picture on its sheet, where a sheet is 1,560 pixels wide. */
  readonly shownAt: number
  readonly perSheet: number
}

const phone = { width: 360, shownAt: 246, perSheet: 12 }
const desk = { width: 1280, shownAt: 768, perSheet: 8 }

const looks: Readonly<Record<string, Look>> = {
  "360-light": phone,
  "360-dark": { ...phone, media: { colorScheme: "dark" } },
  // Twice as large, so that half the width is as easy to read.
  "360-text-200": { ...phone, textSize: "200%", shownAt: 121 },
  // 1280 x 1024 at 400 %.
  "320-zoom-400": { ...phone, width: 320, height: 256 },
  "1280-light": desk,
  "1280-forced": { ...desk, media: { forcedColors: "active" } },
  "360-zh": { ...phone, isChinese: true }
}

const chosen = scenes.filter(({ name }) => name.includes(nameOf))
const chosenLooks = Object.entries(looks).filter(([name]) => new RegExp(lookOf).test(name))

const pictureOf = (name: string, look: string): string => join(into, `${name}-${look}.png`)

const take = async (page: Page, scene: Scene, [name, look]: readonly [string, Look]) => {
  await page.setViewportSize({ width: look.width, height: look.height ?? 640 })
  await page.emulateMedia({ colorScheme: "light", forcedColors: "none", ...look.media })
  // By CSSOM: the page's policy blocks styles.
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), look.textSize ?? "")
  await page.screenshot({ path: pictureOf(scene.name, name), fullPage: true, animations: "disabled" })
}

/** Opens the scene once for each language, and takes its pictures. */
const picture = async (browser: Browser, scene: Scene) => {
  for (const isChinese of [false, true]) {
    const wanted = chosenLooks.filter(([, look]) => (look.isChinese ?? false) === isChinese)
    if (wanted.length === 0) continue
    const { close, page } = await openScene(browser, join(into, "dist"), scene, {
      isStill: true,
      ...(isChinese && scene.language === undefined ? { language: "zh", words: zh } : {})
    })
    for (const look of wanted) await take(page, scene, look)
    await close()
  }
}

/** One sheet: scenes beside each other. */
const sheet = async (browser: Browser, names: ReadonlyArray<string>, look: string, file: string) => {
  const figures = names.map((name) => {
    const base64 = readFileSync(pictureOf(name, look)).toString("base64")
    return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${base64}"></figure>`
  })
  const page = await browser.newPage({ viewport: { width: 1560, height: 400 } })
  await page.setContent(`<style>body{display:flex;flex-wrap:wrap;gap:8px;background:#888;font:14px sans-serif;margin:8px}
    figure{margin:0}img{width:${looks[look]!.shownAt}px;display:block}</style>${figures.join("")}`)
  await page.screenshot({ path: file, fullPage: true, animations: "disabled" })
  await page.close()
}

mkdirSync(into, { recursive: true })
const [browser] = await Promise.all([launch(), buildEmbeds(join(into, "dist"))])
const left = [...chosen]
const failed: Array<string> = []
await Promise.all(
  Array.from({ length: 3 }, async () => {
    for (let scene = left.shift(); scene !== undefined; scene = left.shift()) {
      const { name } = scene
      await picture(browser, scene).catch((error: unknown) => void failed.push(`${name}: ${String(error)}`))
    }
  })
)
const names = chosen
  .map(({ name }) => name)
  .filter((name) => chosenLooks.every(([look]) => existsSync(pictureOf(name, look))))
for (const [name, { perSheet }] of chosenLooks)
  for (let from = 0; from < names.length; from += perSheet)
    await sheet(
      browser,
      names.slice(from, from + perSheet),
      name,
      join(into, `sheet-${name}-${String(from / perSheet + 1).padStart(2, "0")}.png`)
    )
writeFileSync(join(into, "scenes.txt"), names.join("\n"))
await browser.close()
console.log(`${names.length} scenes in ${chosenLooks.length} looks: the contact sheets are in ${into}`)
if (failed.length > 0) throw new Error(`Not shown:\n${failed.join("\n")}`)
