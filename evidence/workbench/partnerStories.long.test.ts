/**
 * The Workbench's page about an endpoint that fails until deliveries rest, a secret that is replaced, and a list that gets too
 * old: each is made to happen by its scene, and read in Chromium as a reader does, who finds an entry and opens the story.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch } from "@embedded-super/embed/testing"
import { expectLines, jargonIn, linesOnPage, openStory } from "./linesOnPage.ts"
import { worldOfScenes } from "@embedded-super/contract-tests/workflows/sceneWorld"

describe.skipIf(isWithoutBrowser)("the page shows", () => {
  const world = worldOfScenes()
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launch()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  })
  afterAll(() => browser?.close())

  const play = async (name: string) => {
    const { code, stderr, stdout } = await world.scene(`scenes/${name}.arazzo.yaml`)
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" })
  }

  const read = async (entry: string, thing: string, wanted: ReadonlyArray<string>) => {
    await openStory(page, `${world.serviceUrl()}/`, entry, thing)
    const lines = await linesOnPage(page)
    expectLines(lines, wanted)
    expect(jargonIn(lines)).toEqual([])
  }

  it("of an endpoint that fails: that deliveries rest, that one is tried, and that the others follow", async () => {
    await play("breaker")
    const failed =
      "500 Waiting: Scene breaker's endpoint answered 500 to employer_settings_changed. The service tries again in # s."
    await read("failed 5 times in a row", "webhook endpoint", [
      "Noted: The partner set the address of the webhook endpoint.",
      ...Array.from({ length: 5 }, () => failed),
      "Waiting: Scene breaker's endpoint failed 5 times in a row, so deliveries rest for # s, then one is tried.",
      "Noted: The partner resumed the webhook endpoint.",
      "204 OK: Scene breaker's endpoint accepted employer_settings_changed with 204.~This was the one delivery that is tried while the others rest.",
      "OK: Scene breaker's endpoint works again after # s, so deliveries continue, at first one at a time."
    ])
    expect(await page.locator("h1").innerText()).toBe("Webhooks of Scene breaker")
  })

  it("of a secret that is replaced: that a delivery waited, and how long both secrets sign", async () => {
    await play("secret-rotation")
    await read("The webhook secret was replaced", "webhook endpoint", [
      "500 Waiting: Scene rotation's endpoint answered 500 to employer_settings_changed. The service tries again in # s.",
      "= Answered a webhook with 500, as was set.",
      "Changed: The webhook secret was replaced; until ~ both sign.",
      "Noted: The partner resumed the webhook endpoint.",
      "204 OK: Scene rotation's endpoint accepted employer_settings_changed with 204."
    ])
  })

  it("of a list that gets too old: since when it isn't used, why a new one is refused, and which counts", async () => {
    await play("stale-list")
    await read("so its list is stale", "fund", [
      "OK: The list of Telopea Super (~) was checked: 2 rows without mistakes. It is in force, with 2 employers. It is used until ~, or until the next one.",
      "OK: The employer is in the list of Telopea Super, so it is a match.",
      "… Nothing happened for ~: the clock was moved ahead by ~",
      "Stopped: No list of Telopea Super came for 35 days, so its list is stale and not used.",
      "Noted: The employer is not in the list of Telopea Super.",
      "Refused: The list of Telopea Super (~) was checked: 4 rows with 2 mistakes or warnings, 2 rows unusable. It is refused: ~ The list before it stays in force.",
      "Noted: The employer is not in the list of Telopea Super.",
      "OK: The list of Telopea Super (~) was checked: 2 rows without mistakes. It is in force, with 2 employers. It is used until ~, or until the next one.",
      "OK: The employer is in the list of Telopea Super, so it is a match."
    ])
    expect(await page.locator("h1").innerText()).toBe("Telopea Super")
  })
})
