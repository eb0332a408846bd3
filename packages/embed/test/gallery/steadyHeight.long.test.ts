/** A screen that loads keeps the frame's height: nothing in the host's page moves twice. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "../browser.ts"
import { sceneOpener } from "../shared.ts"
import { example } from "./examples.ts"
import { sceneNamed } from "./scenes.ts"
import { en } from "../../src/texts/en/index.ts"
import { zh } from "../../src/texts/zh/index.ts"

/** Notes every height that the frame has from now on. */
const watchHeight = (page: Page) =>
  page.evaluate(() => {
    const heights: Array<number> = []
    Object.assign(globalThis, { heights })
    const app = document.querySelector("#app")!
    new ResizeObserver(() => void heights.push(Math.round(app.getBoundingClientRect().height))).observe(app)
  })

const heightsOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { readonly heights: ReadonlyArray<number> }).heights)

/** Holds the answers of this path until `release` is called. */
const held = async (page: Page, path: string, answer: object): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/embed-api/v1${path}`, async (route) => {
    await promise
    await route.fulfill({ contentType: "application/json", body: JSON.stringify(answer) })
  })
  return resolve
}

describe.skipIf(isWithoutBrowser)("the height of a frame", () => {
  const openScene = sceneOpener()

  const open = (name: string, width: number) => {
    const { steps: _, ...scene } = sceneNamed(name)
    return openScene(scene, { viewport: { width, height: 780 } })
  }

  it.each([360, 1280])("never falls while the details form loads, %i px wide", async (width) => {
    const { close, page } = await open("employer-match-details-loading", width)
    const release = await held(page, "/employer/details", example<object>("getEmployerDetailsForm", "empty"))
    await page.getByRole("heading", { name: "You already use Banksia Super" }).waitFor()
    await watchHeight(page)
    await page.getByRole("button", { name: /^Yes, use/ }).click()
    await page.getByText("Getting the fund's questions").waitFor()
    release()
    await page.getByRole("textbox", { name: "Contact name" }).waitFor()
    const heights = await heightsOf(page)
    await close()
    expect(heights.length).toBeGreaterThan(1)
    expect(heights).toEqual(heights.toSorted((one, other) => one - other))
  })

  it("is the same for the page's shell and for the screen that looks for a match", async () => {
    const { close, page } = await open("employer-looking", 360)
    const shown = await page.evaluate(() => document.querySelector("#app")!.getBoundingClientRect().height)
    const shell = await page.evaluate(() => {
      const main = document.createElement("main")
      main.className = "shell"
      document.querySelector("#app")!.replaceChildren(main)
      return document.querySelector("#app")!.getBoundingClientRect().height
    })
    await close()
    expect(shown).toBe(shell)
  })
})

// Mistakes that the service finds in the review lead to the screens that ask for the answers.

describe.skipIf(isWithoutBrowser)("the refused review of an intent", () => {
  const openScene = sceneOpener()

  it.each([
    ["English", {}, en],
    ["Chinese", { language: "zh", words: zh }, zh]
  ] as const)("leads from each mistake to its screen, in %s", async (_name, language, { errors, intent }) => {
    for (const [pointer, title] of [
      ["/person/email", intent.who.title],
      ["/job/pay_basis", intent.job.title]
    ] as const) {
      const { close, page, wrong } = await openScene("intent-review-refused", language)
      const sentence = errors.sentence("confirmIntent", pointer, "required")
      await page.getByRole("alert").getByRole("button", { name: sentence }).click()
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      expect(await page.getByRole("alert").count()).toBe(0)
      await close()
      expect(wrong).toEqual([])
    }
  })
})
