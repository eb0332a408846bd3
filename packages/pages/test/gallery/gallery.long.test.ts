/**
 * Every scene of the gallery in Chromium: nothing blocked, thrown or asked of another host, WCAG in light, dark and forced
 * colours, all controls by Tab, nothing wider than the screen at 390 and 1280 px, at 400 % zoom and with text at 200 %.
 */
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, it } from "vitest"
import { isWithoutBrowser, launch, violationsOn } from "../../../embed/test/browser.ts"
import {
  overflowOfLargeText,
  overflowOn,
  unreachedByKeyboard,
  zoomedBoxes
} from "../../../embed/test/gallery/checks.ts"
import { openScene, serve } from "./gallery.ts"
import { scenes } from "./scenes.ts"

describe.skipIf(isWithoutBrowser)("the gallery of the Workbench", () => {
  let browser: Browser
  let server: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    ;[browser, server] = await Promise.all([launch(), serve()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it.concurrent.for(scenes.map((scene) => [scene.name, scene] as const))(
    "%s",
    async ([, scene], { expect }) => {
      const { close, page, wrong } = await openScene(browser, server.origin, scene)
      const found: Array<string> = []
      found.push(...(await overflowOn(page, 1280, 780)), ...(await violationsOn(page)))
      await page.emulateMedia({ colorScheme: "dark" })
      found.push(...(await violationsOn(page, ["color-contrast"])))
      await page.emulateMedia({ colorScheme: "light", forcedColors: "active" })
      found.push(...(await violationsOn(page)))
      await page.emulateMedia({ forcedColors: "none" })
      found.push(...(await unreachedByKeyboard(page)))
      if (scene.isWideOnly === undefined) {
        found.push(...(await overflowOn(page, 390, 780)), ...(await violationsOn(page)))
        found.push(...(await zoomedBoxes(page)), ...(await overflowOfLargeText(page)))
        // 1280 x 1024 at 400 %.
        found.push(...(await overflowOn(page, 320, 256)), ...(await unreachedByKeyboard(page)))
      }
      await close()
      expect([...found, ...wrong]).toEqual([])
    }
  )
})
