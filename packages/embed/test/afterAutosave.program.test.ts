/**
 * Every control of every form with a draft, used right after an autosave: the typed text is kept, "Saved" is shown, and the next
 * input renders the screen again. None of that may undo what the person does.
 */
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { sceneOpener } from "./shared.ts"

const FORMS = [
  "employee-identity",
  "employee-contact",
  "employee-smsf",
  "employer-details",
  "intent-who",
  "intent-job"
]

const BOXES = "form input:is([type=text],[type=email],[type=tel]):not([readonly])"

/** Types into a box that isn't the control itself, and waits until that is kept and said. */
const autosaved = async (page: Page, digit: number): Promise<void> => {
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH")
  const box = page.locator(`${BOXES}:not([data-tried=now])`).first()
  await box.fill(String(digit))
  await box.blur()
  await kept
  await page.getByText("Saved", { exact: true }).waitFor()
}

/** Uses a control as a person does, with the mouse or keys. Returns its name and whether it shows that. */
const use = async (control: Locator): Promise<readonly [name: string, isShown: boolean]> => {
  const { name, type, value } = await control.evaluate((element) => {
    const { name, type, value } = element as HTMLInputElement | HTMLSelectElement
    return { name, type, value }
  })
  const label = await control.evaluate((element) => (element as HTMLInputElement).labels?.[0]?.textContent)
  const named = `${name} ${label}`
  if (type === "checkbox") {
    const before = await control.isChecked()
    await control.click()
    return [named, (await control.isChecked()) === !before]
  }
  if (type === "radio") {
    await control.click()
    return [named, await control.isChecked()]
  }
  if (type === "select-one") {
    await control.press("ArrowDown")
    return [named, (await control.inputValue()) !== value]
  }
  await control.press("ControlOrMeta+a")
  await control.press("7")
  return [named, (await control.inputValue()) === "7"]
}

describe.skipIf(isWithoutBrowser)("right after an autosave", () => {
  const openScene = sceneOpener()

  it.each(FORMS)("each control of %s keeps what is done to it, at the first try", async (name) => {
    const { close, page, wrong } = await openScene(name)
    for (const folded of await page.locator("form details:not([open]) summary").all()) await folded.click()
    const used: Array<readonly [name: string, isShown: boolean]> = []
    for (;;) {
      // Also those that appear with an answer; a list of one choice has nothing to change to.
      const control = page
        .locator(`${BOXES}, form input:is([type=checkbox],[type=radio]):enabled, form select`)
        .and(page.locator(":not([data-tried])"))
        .first()
      if ((await control.count()) === 0) break
      await control.evaluate((element) => element.setAttribute("data-tried", "now"))
      const tried = page.locator("[data-tried=now]")
      await autosaved(page, (used.length % 9) + 1)
      used.push(await use(tried))
      // It may be gone by its own doing.
      await page.evaluate(() =>
        document.querySelector("[data-tried=now]")?.setAttribute("data-tried", "before")
      )
    }
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter(([, isShown]) => !isShown)).toEqual([])
    await close()
    expect(wrong).toEqual([])
  })
})
