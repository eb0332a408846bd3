/** Every scene of the gallery: nothing blocked or thrown, WCAG, nothing wider than the screen. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildEmbeds } from "../../src/build/buildEmbeds.ts"
import { isWithoutBrowser, launch, violationsOn } from "../browser.ts"
import { openScene } from "./gallery.ts"
import { scenes } from "./scenes.ts"

/** A folder for screenshots. */
const pictures = process.env["EMBED_PICTURES"]

describe.skipIf(isWithoutBrowser)("the gallery", () => {
  let browser: Browser
  const folder = join(mkdtempSync(join(tmpdir(), "embeds-")), "dist")

  beforeAll(async () => {
    ;[browser] = await Promise.all([launch(), buildEmbeds(folder)])
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(join(folder, ".."), { recursive: true, force: true })
  })

  it.concurrent.each(scenes.map((scene) => [scene.name, scene] as const))("%s", async (name, scene) => {
    const { close, page, wrong } = await openScene(browser, folder, scene)
    const found: Array<string> = []
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 })
      found.push(...(await violationsOn(page)))
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth
      )
      if (overflow > 0) found.push(`${overflow} px too wide at ${width}`)
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: "dark" })
    found.push(...(await violationsOn(page)))
    if (pictures !== undefined)
      await page.screenshot({ path: `${pictures}/${name}-dark.png`, fullPage: true })
    await close()
    expect([...found, ...wrong]).toEqual([])
  })
})
