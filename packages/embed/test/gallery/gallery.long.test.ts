import process from "node:process"
import { describe, expect, it } from "vitest"
import { employeeScenes } from "./employeeScenes.ts"
import { employerScenes } from "./employerScenes.ts"
import { intentScenes } from "./intentScenes.ts"
import { zh } from "../../src/texts/zh/index.ts"
import { isWithoutBrowser, violationsOn } from "../browser.ts"
import { sceneOpener } from "../shared.ts"
import {
  englishUnmarked,
  overflowOfLargeText,
  overflowOn,
  unreachedByKeyboard,
  whoAsks,
  zoomedBoxes
} from "./checks.ts"
import type { Scene } from "./gallery.ts"
import { fileOf, keptText, readOutOf } from "./readOuts.ts"

/** A folder for screenshots. */
const pictures = process.env["EMBED_PICTURES"]

/** Scenes whose answers count how often they were asked for. */
const counting = ["employee-fund-choice-asking", "employee-default-closed"]

/**
 * Each scene: nothing blocked or thrown, WCAG, all controls by keyboard, nothing wider than the screen at 360 and 1280 px, at
 * 400 % zoom, and with text at 200 %. The screen reader's text is kept in `__snapshots__`: read it when it changes.
 */
const testGallery = (app: string, scenes: ReadonlyArray<Scene>) =>
  describe.skipIf(isWithoutBrowser)(`the gallery, ${app}`, () => {
    const openScene = sceneOpener()
    const readOuts = new Map<string, ReadonlyArray<string>>()

    it.concurrent.for(scenes.map((scene) => [scene.name, scene] as const))(
      "%s",
      async ([name, scene], { expect }) => {
        const { close, page, wrong } = await openScene(scene, { isStill: true })
        readOuts.set(name, readOutOf(await page.locator("main").ariaSnapshot()))
        const found: Array<string> = [...(await whoAsks(page))]
        for (const width of [360, 1280]) {
          found.push(...(await overflowOn(page, width, 780)))
          if (pictures !== undefined)
            await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true })
        }
        found.push(...(await violationsOn(page)))
        await page.emulateMedia({ colorScheme: "dark" })
        found.push(...(await violationsOn(page, ["color-contrast"])))
        if (pictures !== undefined)
          await page.screenshot({ path: `${pictures}/${name}-dark.png`, fullPage: true })
        found.push(...(await zoomedBoxes(page)), ...(await overflowOfLargeText(page)))
        // 1280 x 1024 at 400 %.
        found.push(...(await overflowOn(page, 320, 256)), ...(await unreachedByKeyboard(page)))
        await close()
        expect([...found, ...wrong]).toEqual([])
      }
    )

    it("what a screen reader gets of each is as it was", async () => {
      await expect(keptText(readOuts)).toMatchFileSnapshot(fileOf(app))
    })

    it.concurrent.for(scenes.map((scene) => [scene.name, scene] as const))(
      "%s in Chinese says who asks, and where its English is English",
      async ([, scene], { expect }) => {
        const { close, page } = await openScene(scene, {
          isStill: true,
          language: "zh",
          words: zh
        })
        const found = [
          ...(await whoAsks(page)),
          ...(await englishUnmarked(page)),
          ...(await overflowOn(page, 320, 256))
        ]
        await close()
        expect(found).toEqual([])
      }
    )

    it.concurrent.for(scenes.filter(({ name }) => counting.includes(name)))(
      "$name has its first answer first, each time that it's opened",
      async (scene) => {
        for (const language of [{}, { language: "zh", words: zh }])
          await (await openScene(scene, { isStill: true, ...language })).close()
      }
    )
  })

testGallery("employee", employeeScenes)
testGallery("employer", employerScenes)
testGallery("intent", intentScenes)
