/** Mistakes that the service finds in the review lead to the screens that ask for the answers. */
import { describe, expect, it } from "vitest"
import { en } from "../../src/texts/en/index.ts"
import { zh } from "../../src/texts/zh/index.ts"
import { isWithoutBrowser } from "../browser.ts"
import { sceneOpener } from "../shared.ts"

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
