/**
 * Every page of the Workbench of the real service, after a scene: nothing that axe finds, nothing wider than the screen, in
 * both looks and two widths. The same of made-up data: packages/pages/test/gallery.
 *
 * `PICTURES=folder` makes a screenshot of each, for a person to look through.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch, overflowOn, violationsOn } from "@embedded-super/embed/testing"
import { openStory } from "./linesOnPage.ts"
import { worldOfScenes } from "@embedded-super/contract-tests/workflows/sceneWorld"

const folder = process.env["PICTURES"]

describe.skipIf(isWithoutBrowser)("the pages of the Workbench", () => {
  const world = worldOfScenes()
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launch()
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())

  const found = async (name: string): Promise<ReadonlyArray<string>> => {
    const wrong: Array<string> = []
    for (const width of [1280, 390]) {
      wrong.push(...(await overflowOn(page, width, 900)))
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        wrong.push(...(await violationsOn(page, colorScheme === "dark" ? ["color-contrast"] : undefined)))
        if (folder === undefined) continue
        mkdirSync(folder, { recursive: true })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
    }
    return wrong.map((one) => `${name}: ${one}`)
  }

  it("have no violation of WCAG, and fit 1280 and 390 px, in light and dark", async () => {
    const { code, stdout } = await world.scene("scenes/failing-fund.arazzo.yaml")
    expect(code, stdout).toBe(0)
    await openStory(page, `${world.serviceUrl()}/`, "(retry 2 of 3)", "onboarding session")
    const wrong = [...(await found("story"))]
    await page.locator(".what a").filter({ hasText: "(retry 2 of 3)" }).click()
    await page.getByRole("heading", { name: "Caused by" }).waitFor()
    wrong.push(...(await found("detail")))
    const others = { "time line": "/", ...{ state: "state", waiting: "waiting", levers: "levers" } }
    for (const [name, path] of Object.entries(others)) {
      await page.goto(new URL(path, `${world.serviceUrl()}/_workbench/pages/`).href)
      wrong.push(...(await found(name)))
    }
    expect(wrong).toEqual([])
  })
})
