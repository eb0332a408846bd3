/**
 * The employee embed in Firefox and in WebKit, with the real service: the whole way, what people paste into its fields, and
 * the tick of a single name right after an autosave. Chromium does the same in packages/embed/test (pastedForms,
 * afterAutosave), for all fields.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pastedForms, type PastedField } from "@embedded-super/codegen/testing"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import {
  type Driven,
  isWithoutWebKit,
  launchWebKit,
  isWithoutFirefox,
  launchFirefox
} from "./otherBrowsers.ts"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"
import { hire } from "./typing.ts"

const named = (name: string) => `[name="${name}"]`

const browsers = [
  ["Firefox", isWithoutFirefox, launchFirefox],
  ["WebKit", isWithoutWebKit, launchWebKit]
] as const

describe.each(browsers)("in %s", (name, isMissing, launch) => {
  describe.skipIf(isMissing || isWithoutBrowser)("the employee embed", () => {
    let payroll: Payroll
    let page: Driven

    beforeAll(async () => {
      payroll = await startPayroll(name.toLowerCase())
      page = await launch()
    })
    afterAll(async () => {
      await page?.stop()
      await payroll?.stop()
    })

    const shows = (selector: string) =>
      expect
        .poll(() => page.run<boolean>("(selector) => document.querySelector(selector) !== null", selector))
        .toBe(true)

    /** A new person's form at a step. */
    const openAt = async (to: "collect_contact" | "collect_tax") => {
      const { remoteId, sessionId } = await hire(payroll)
      await payroll.partnerApi("POST", `sandbox/onboarding-sessions/${sessionId}/advance`, { to })
      await page.goto(`${payroll.url}/people/${remoteId}/alone`)
      await shows("form")
    }

    /** A new person who pressed "Start". */
    const startForm = async () => {
      const { remoteId } = await hire(payroll)
      await page.goto(`${payroll.url}/people/${remoteId}/alone`)
      await arrives("Super for your new job")
      await press("Start")
      await arrives("About you")
    }

    const valueOf = (name: string) =>
      page.run<string>("(selector) => document.querySelector(selector).value", named(name))

    const fields: ReadonlyArray<
      readonly [PastedField["kind"], step: Parameters<typeof openAt>[0], name: string]
    > = [
      ["phone", "collect_contact", "/phone_number"],
      ["postcode", "collect_contact", "/address/postcode"],
      ["tfn", "collect_tax", "/tfn"]
    ]

    it.each(fields)("a pasted %s isn't refused in any form", async (kind, step, name) => {
      await openAt(step)
      if (kind === "tfn") await page.click('[name="/has_tfn"][value=yes]')
      await shows(named(name))
      const wrong: Array<string> = []
      const isRefused = () =>
        page.run<string>("(selector) => document.querySelector(selector)?.ariaInvalid ?? ''", named(name))
      // A form with another mistake is sent nowhere, so every text is judged by the same form.
      const submit = async () => {
        await page.click("button[type=submit]")
        return (await isRefused()) === "true"
      }
      for (const { how, text } of pastedForms.filter((form) => form.kind === kind)) {
        if (kind === "tfn") {
          await page.paste(named(name), text)
          // Left by hand: no window of a headless Firefox has the focus, so nothing in it loses it.
          await page.run(
            "(selector) => document.querySelector(selector).dispatchEvent(new Event('blur'))",
            named(name)
          )
          await expect.poll(() => valueOf(name), { message: how }).toBe("123 456 782")
          await page.paste(named(name), "")
          continue
        }
        await page.paste(named(name), text)
        if (await submit()) wrong.push(how)
      }
      expect(wrong).toEqual([])
      await page.paste(named(name), "x")
      expect(await submit()).toBe(true)
    })

    it("a whole date that is pasted into the day fills all three boxes", async () => {
      await startForm()
      await page.paste(named("/date_of_birth/day"), "27/03/1994")
      const parts = await Promise.all(
        ["day", "month", "year"].map((part) => valueOf(`/date_of_birth/${part}`))
      )
      expect(parts).toEqual(["27", "3", "1994"])
    })

    it("the first tick of a single name counts, right after an autosave", async () => {
      await startForm()
      await page.paste(named("/family_name"), "")
      await page.paste(named("/given_name"), "Suharto")
      await expect
        .poll(() => page.run<string>("() => document.querySelector('.saved').textContent"), {
          timeout: 15_000
        })
        .toBe("Saved")
      await page.click("input[type=checkbox]")
      expect(await page.run("() => document.querySelector('input[type=checkbox]').checked")).toBe(true)
      await expect
        .poll(() => page.run("(selector) => document.querySelector(selector) === null", named("/given_name")))
        .toBe(true)
      expect(await valueOf("/family_name")).toBe("Suharto")
    })

    /** Waits for a screen by its heading. */
    const arrives = (title: string) =>
      expect
        .poll(() => page.run<string>("() => document.querySelector('h1')?.innerText ?? ''"))
        .toContain(title)

    /** Presses the button, or chooses the answer, of which this is the text. */
    const press = async (text: string) => {
      const isFound = () =>
        page.run<boolean>(
          `(text) => {
        document.querySelector("[data-here]")?.removeAttribute("data-here")
        const found = [...document.querySelectorAll("button, label")].find((one) => one.innerText.trim().startsWith(text))
        found?.setAttribute("data-here", "")
        return found !== undefined
      }`,
          text
        )
      await expect.poll(isFound, { message: text }).toBe(true)
      await page.click("[data-here]")
    }

    const fill = async (texts: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(texts)) await page.paste(named(name), text)
    }

    const select = (name: string, value: string) =>
      page.run(
        `(selector, value) => {
        const list = document.querySelector(selector)
        list.value = value
        list.dispatchEvent(new Event("input", { bubbles: true }))
        list.dispatchEvent(new Event("change", { bubbles: true }))
      }`,
        named(name),
        value
      )

    it("leads from the first screen to the member number", async () => {
      await startForm()
      await fill({ "/date_of_birth/day": "27/03/1994" })
      await press("Continue")
      await arrives("How to reach you")
      await fill({
        "/phone_number": "0491 570 006",
        "/address/address_line_1": "12 Banksia Street",
        "/address/locality": "Craigieburn",
        "/address/postcode": "3064"
      })
      await select("/address/state", "VIC")
      await press("Continue")
      await arrives("Your tax file number")
      await press("Yes, I'll enter it")
      await shows(named("/tfn"))
      await fill({ "/tfn": "TFN: 876-543-210" })
      await press("Continue")
      await arrives("Before you choose")
      await press("Agree and continue")
      await arrives("Choose your super fund")
      await press("Join a fund")
      await press("Continue")
      await arrives("Join a fund")
      await press("Banksia Super")
      await page.click("input[type=checkbox]")
      await press("Continue")
      await arrives("Check your answers")
      await press("Confirm")
      await arrives("You're done")
      expect(await page.run("() => document.querySelector('main').innerText")).toMatch(/Member number\s+\w+/)
    })
  })
})
