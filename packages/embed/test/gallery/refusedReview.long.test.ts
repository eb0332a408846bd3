/** Mistakes that the service finds in the review lead to the screens that ask for the answers. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildEmbeds } from "../../src/build/buildEmbeds.ts"
import { en } from "../../src/texts/en/index.ts"
import { zh } from "../../src/texts/zh/index.ts"
import { isWithoutBrowser, launch } from "../browser.ts"
import { openScene } from "./gallery.ts"
import { scenes } from "./scenes.ts"

describe.skipIf(isWithoutBrowser)("the refused review of an intent", () => {
  let browser: Browser
  const folder = join(mkdtempSync(join(tmpdir(), "embeds-")), "dist")
  const scene = scenes.find(({ name }) => name === "intent-review-refused")!

  beforeAll(async () => {
    ;[browser] = await Promise.all([launch(), buildEmbeds(folder)])
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(join(folder, ".."), { recursive: true, force: true })
  })

  it.each([
    ["English", {}, en],
    ["Chinese", { language: "zh", words: zh }, zh]
  ] as const)("leads from each mistake to its screen, in %s", async (_name, language, { errors, intent }) => {
    for (const [pointer, title] of [
      ["/person/email", intent.who.title],
      ["/job/pay_basis", intent.job.title]
    ] as const) {
      const { close, page, wrong } = await openScene(browser, folder, scene, language)
      const sentence = errors.sentence("confirmIntent", pointer, "required")
      await page.getByRole("alert").getByRole("button", { name: sentence }).click()
      await page.getByRole("heading", { level: 1, name: title }).waitFor()
      expect(await page.getByRole("alert").count()).toBe(0)
      await close()
      expect(wrong).toEqual([])
    }
  })
})
