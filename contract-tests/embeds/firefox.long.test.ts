/**
 * The employee embed in Firefox, with the real service: what people paste into its fields, and the tick of a single name right
 * after an autosave. Chromium does the same in packages/embed/test (pastedForms, afterAutosave), for all fields.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pastedForms, type PastedField } from "../../packages/codegen/test/runtime/pastedForms.ts"
import { isWithoutBrowser } from "../../packages/embed/test/browser.ts"
import { type Firefox, isWithoutFirefox, launchFirefox } from "../src/embeds/firefox.ts"
import { type Payroll, startPayroll } from "../src/embeds/startPayroll.ts"
import { hire } from "../src/embeds/typing.ts"

const named = (name: string) => `[name="${name}"]`

describe.skipIf(isWithoutFirefox || isWithoutBrowser)("in Firefox", () => {
  let payroll: Payroll
  let firefox: Firefox

  beforeAll(async () => {
    payroll = await startPayroll("firefox")
    firefox = await launchFirefox()
  })
  afterAll(async () => {
    await firefox?.stop()
    await payroll?.stop()
  })

  const shows = (selector: string) =>
    expect
      .poll(() => firefox.run<boolean>("(selector) => document.querySelector(selector) !== null", selector))
      .toBe(true)

  /** A new person's form at a step. */
  const openAt = async (to: string) => {
    const { remoteId, sessionId } = await hire(payroll)
    await payroll.partnerApi("POST", `sandbox/onboarding-sessions/${sessionId}/advance`, { to })
    await firefox.goto(`${payroll.url}/people/${remoteId}/alone`)
    await shows("form")
  }

  const valueOf = (name: string) =>
    firefox.run<string>("(selector) => document.querySelector(selector).value", named(name))

  const fields: ReadonlyArray<readonly [PastedField["kind"], step: string, name: string]> = [
    ["phone", "collect_contact", "/phone_number"],
    ["postcode", "collect_contact", "/address/postcode"],
    ["tfn", "collect_tax", "/tfn"]
  ]

  it.each(fields)("a pasted %s isn't refused in any form", async (kind, step, name) => {
    await openAt(step)
    if (kind === "tfn") await firefox.click('[name="/has_tfn"][value=yes]')
    await shows(named(name))
    const wrong: Array<string> = []
    const isRefused = () =>
      firefox.run<string>("(selector) => document.querySelector(selector)?.ariaInvalid ?? ''", named(name))
    // A form with another mistake is sent nowhere, so every text is judged by the same form.
    const submit = async () => {
      await firefox.click("button[type=submit]")
      return (await isRefused()) === "true"
    }
    for (const { how, text } of pastedForms.filter((form) => form.kind === kind)) {
      if (kind === "tfn") {
        await firefox.paste(named(name), text)
        await firefox.run("(selector) => document.querySelector(selector).blur()", named(name))
        if ((await valueOf(name)) !== "123 456 782") wrong.push(how)
        continue
      }
      await firefox.paste(named(name), text)
      if (await submit()) wrong.push(how)
    }
    expect(wrong).toEqual([])
    await firefox.paste(named(name), "x")
    expect(await submit()).toBe(true)
  })

  it("a whole date that is pasted into the day fills all three boxes", async () => {
    await openAt("collect_identity")
    await firefox.paste(named("/date_of_birth/day"), "27/03/1994")
    const parts = await Promise.all(["day", "month", "year"].map((part) => valueOf(`/date_of_birth/${part}`)))
    expect(parts).toEqual(["27", "3", "1994"])
  })

  it("the first tick of a single name counts, right after an autosave", async () => {
    await openAt("collect_identity")
    await firefox.paste(named("/given_name"), "Suharto")
    await expect
      .poll(() => firefox.run<string>("() => document.querySelector('.saved').textContent"), {
        timeout: 15_000
      })
      .toBe("Saved")
    await firefox.click("input[type=checkbox]")
    expect(await firefox.run("() => document.querySelector('input[type=checkbox]').checked")).toBe(true)
    await expect
      .poll(() =>
        firefox.run("(selector) => document.querySelector(selector) === null", named("/given_name"))
      )
      .toBe(true)
    expect(await valueOf("/family_name")).toBe("Suharto")
  })
})
