/**
 * `node test/gallery/sheet.ts [folder] [names]`: pictures of every scene, and contact sheets of them, for a person to look
 * through. `names` is a part of the scenes' names.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { buildEmbeds } from "../../src/build/buildEmbeds.ts"
import { launch } from "../browser.ts"
import { openScene } from "./gallery.ts"
import { scenes } from "./scenes.ts"

const folder = resolve(process.argv[2] ?? ".data/embed-pictures")
const chosen = scenes.filter(({ name }) => name.includes(process.argv[3] ?? ""))

/** The ways in which each scene is looked at. */
const views: ReadonlyArray<readonly [string, BrowserContextOptions]> = [
  ["360", { viewport: { width: 360, height: 640 } }],
  ["1280", { viewport: { width: 1280, height: 640 } }],
  ["dark", { viewport: { width: 360, height: 640 }, colorScheme: "dark" }],
  ["forced", { viewport: { width: 360, height: 640 }, forcedColors: "active" }]
]

const PER_SHEET = 8

const pictureOf = (name: string, view: string): string => join(folder, `${name}-${view}.png`)

/** One sheet: scenes beside each other at 360 pixels, as they are on a phone. */
const sheet = async (browser: Browser, names: ReadonlyArray<string>, view: string, file: string) => {
  const figures = names.map((name) => {
    const picture = readFileSync(pictureOf(name, view)).toString("base64")
    return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture}"></figure>`
  })
  const page = await browser.newPage({ viewport: { width: 1560, height: 800 } })
  await page.setContent(`<style>body{display:flex;flex-wrap:wrap;gap:16px;background:#888;font:14px sans-serif}
    figure{margin:0}img{width:${view === "1280" ? 760 : 360}px;display:block;border:1px solid #000}</style>${figures.join("")}`)
  await page.screenshot({ path: file, fullPage: true })
  await page.close()
}

mkdirSync(folder, { recursive: true })
const [browser] = await Promise.all([launch(), buildEmbeds(join(folder, "dist"))])
const begun = performance.now()
for (const [view, options] of views) {
  for (const scene of chosen) {
    const { close, page } = await openScene(browser, join(folder, "dist"), scene, {
      ...options,
      isStill: true
    })
    await page.screenshot({ path: pictureOf(scene.name, view), fullPage: true })
    await close()
  }
  const names = chosen.map(({ name }) => name)
  for (let from = 0; from < names.length; from += PER_SHEET) {
    const file = join(folder, `sheet-${view}-${from / PER_SHEET + 1}.png`)
    await sheet(browser, names.slice(from, from + PER_SHEET), view, file)
  }
  console.log(`${chosen.length} scenes, ${view}: ${Math.round((performance.now() - begun) / 1000)} s`)
}
writeFileSync(join(folder, "scenes.txt"), chosen.map(({ name }) => name).join("\n"))
await browser.close()
console.log(`The contact sheets are in ${folder}`)
