/** An employee who uses the keyboard alone, from the first screen to the last, and where the tax file number is meanwhile. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "../browser.ts"
import { sceneOpener } from "../shared.ts"
import { at, onboarding, example, type Schemas } from "./examples.ts"
import type { Scene } from "./gallery.ts"

const displayId = example<Schemas["EmbedFundChoicesAnswer"]>("getFundChoices", "neutral").data.display_id

const TFN = "123456782"

/** The operations in their order, each with the view that it returns. */
const scene = (sent: Map<string, unknown>): Scene => {
  let view = onboarding("getOnboarding", "opened")
  const saves = (operation: string, name: string) => (body: unknown) => {
    sent.set(operation, body)
    view = onboarding(operation, name)
    return view
  }
  return {
    name: "walk",
    app: "onboarding",
    answers: {
      ...at(view),
      "GET /onboarding": () => view,
      "PUT /onboarding/identity": saves("saveIdentity", "saved"),
      "PUT /onboarding/contact": saves("saveContact", "saved"),
      "PUT /onboarding/tax": saves("saveTax", "with_tfn"),
      "PUT /onboarding/super-disclaimer": saves("acceptDisclaimer", "accepted"),
      "GET /onboarding/fund-choices": example<object>("getFundChoices", "neutral"),
      "GET /fund-products": example<object>("searchFundProducts", "for_joining"),
      [`PUT /onboarding/fund-choices/${displayId}/shown`]: (body) => {
        sent.set("recordShownChoices", body)
        return {}
      },
      "PUT /onboarding/super-selection": saves("chooseFund", "join_new"),
      "POST /onboarding/confirmation": saves("confirmReview", "completed")
    }
  }
}

const MOST_TABS = 40

/** Presses Tab until the control with this label has the focus. */
const tabTo = async (page: Page, label: string): Promise<void> => {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press("Tab")
    const text = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      if (element === document.body) return ""
      return element?.labels?.[0]?.textContent ?? element?.textContent ?? ""
    })
    if (text.includes(label)) return
  }
  throw new Error(`Tab didn't reach ${label}`)
}

const type = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

const press = async (page: Page, label: string, key: "Enter" | "Space"): Promise<void> => {
  await tabTo(page, label)
  await page.keyboard.press(key)
}

/** The screen of this title has come, and its title has the focus. */
const arrived = async (page: Page, title: string): Promise<void> => {
  await page.locator("h1:focus", { hasText: title }).waitFor()
}

/** Everywhere that a number could have stayed in the page. */
const keptIn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input")].map(({ value }) => value),
      ...[sessionStorage, localStorage].map((storage) => JSON.stringify(storage)),
      location.href,
      JSON.stringify(history.state),
      window.name,
      document.cookie
    ].join("\n")
  )

describe.skipIf(isWithoutBrowser)("an employee with a keyboard", () => {
  const openScene = sceneOpener()

  it("answers everything, and the tax file number stays nowhere", async () => {
    const sent = new Map<string, unknown>()
    const { close, page, wrong } = await openScene(scene(sent))
    await press(page, "Start", "Enter")

    await arrived(page, "About you")
    await type(page, "Day", "28")
    await type(page, "Month", "2")
    await type(page, "Year", "1994")
    await page.keyboard.press("Enter")

    await arrived(page, "How to reach you")
    await type(page, "Street and number", "12 Banksia Street")
    await type(page, "Suburb or town", "Craigieburn")
    await type(page, "State or territory", "Vic")
    await type(page, "Postcode", "3064")
    await page.keyboard.press("Enter")

    await arrived(page, "Your tax file number")
    await press(page, "Yes, I'll enter it", "Space")
    await type(page, "Tax file number", TFN)
    await page.keyboard.press("Enter")

    await arrived(page, "Before you choose")
    expect(JSON.stringify(sent.get("saveTax"))).toContain(TFN)
    expect((await keptIn(page)).replaceAll(/[ -]/g, "")).not.toContain(TFN)
    await press(page, "Agree and continue", "Enter")

    await arrived(page, "Choose your super fund")
    await tabTo(page, "A fund I have")
    await page.keyboard.press("ArrowDown")
    await press(page, "Continue", "Enter")

    await arrived(page, "Join a fund")
    await press(page, "Banksia Super", "Space")
    await press(page, "I want to join this fund", "Space")
    await press(page, "Continue", "Enter")

    await arrived(page, "Check your answers")
    await press(page, "Confirm", "Enter")

    await arrived(page, "You're done")
    expect(await page.getByText("0012345678").isVisible()).toBe(true)
    expect(sent.get("saveIdentity")).toEqual({
      given_name: "Niamh",
      family_name: "O'Connor-Đặng",
      date_of_birth: "1994-02-28"
    })
    expect(sent.get("chooseFund")).toMatchObject({
      source: "join_new",
      consent_version: "registration-consent-2026-07"
    })
    expect(sent.get("recordShownChoices")).toEqual({ doors: ["join"] })
    await close()
    expect(wrong).toEqual([])
  })
})
