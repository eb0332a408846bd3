/**
 * An employer in its settings, in the payroll application, with the real service and two funds: it searches for its
 * default fund, and changes it. Matches, a fund's details form and the ATO are files of their own.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "@embedded-super/embed/testing"
import { heading, mistakes, press } from "@embedded-super/contract-tests/embeds/frame"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"
import { openSettings, payrollRecord, verifiedWebhooks, addEmployer } from "./opening.ts"

describe.skipIf(isWithoutBrowser)("an employer sets up super", () => {
  let payroll: Payroll

  beforeAll(async () => {
    const asksNothing = { fields: {}, custom_questions: [] }
    payroll = await startPayroll("employer", {
      funds: [{ form: asksNothing }, { flags: ["--fund", "waratah", "--auth", "api_key"], form: asksNothing }]
    })
  })
  afterAll(() => payroll?.stop())

  const settingsOf = async (name: string) => {
    const found = await payroll.partnerApi("GET", "employers?limit=100")
    return found.find((employer: { readonly name: string }) => employer.name === name)
  }

  const reported = async (page: Page, name: string, count = 1) =>
    expect(
      await verifiedWebhooks(page, ["employer_settings_changed", (await settingsOf(name)).remote_id], count)
    ).toBe(count)

  it("without a match it searches, by name and by ABN, and picks its default fund [R-1-2, R-1-3, R-6-3]", () =>
    payroll.withPage(async (page) => {
      const frame = await openSettings(page, "Kestrel Plumbing")
      await heading(frame, "Choose a default fund")
      await page.getByText("Not ready").waitFor()
      const search = frame.getByRole("searchbox", { name: "Find a fund" })
      await search.fill("warratah")
      await frame.getByText("No fund has exactly this name. Did you mean this one?").waitFor()
      await search.fill("zzzz")
      await frame.getByText("No fund matches. Check the spelling, or search by ABN.").waitFor()
      await press(frame, "Use this fund")
      expect(await mistakes(frame)).toEqual(["Choose a fund"])
      await search.fill("waratah my")
      await frame.getByText("1 fund found").waitFor()
      await search.fill("")
      await frame.getByText("2 funds found").waitFor()
      await search.fill("21 714 302 658")
      await frame.getByRole("radio", { name: /Waratah Super/ }).check()
      await frame.getByLabel("Your employer number in the fund").fill("K-77")
      expect(await violationsOn(page)).toEqual([])
      await press(frame, "Use this fund")
      await heading(frame, "Super settings for Kestrel Plumbing")
      await page.getByText("Ready", { exact: true }).waitFor()
      await payrollRecord(page).getByText("Waratah Super, Waratah MySuper").waitFor()
      await payrollRecord(page).getByText("K-77").waitFor()
      await frame.getByText("Sent to Payroll employer 1").waitFor()
      await reported(page, "Kestrel Plumbing")
    }))

  it("with a new fund it is warned about its staff, and the payroll gets another webhook [R-1-2, R-1-3, R-6-3]", () =>
    payroll.withPage(async (page) => {
      const frame = await openSettings(page, "Harbour Cafe")
      const { remote_id } = await settingsOf("Harbour Cafe")
      const before = await verifiedWebhooks(page, ["employer_settings_changed", remote_id], 1)
      await openSettings(page, "Harbour Cafe")
      await press(frame, "Change Default fund")
      await heading(frame, "Choose a default fund")
      await frame
        .getByText("Staff already in the old fund stay there. Give them a new choice form.")
        .waitFor()
      await press(frame, "Back")
      await heading(frame, "Super settings for Harbour Cafe")
      await press(frame, "Change Default fund")
      await frame.getByRole("searchbox", { name: "Find a fund" }).fill("waratah")
      await frame.getByRole("radio", { name: /Waratah Super/ }).check()
      await press(frame, "Use this fund")
      await heading(frame, "Super settings for Harbour Cafe")
      await payrollRecord(page).getByText("Waratah Super, Waratah MySuper").waitFor()
      await reported(page, "Harbour Cafe", before + 1)
    }))
})

// Default Activate in the payroll application, with the real service and two funds: one, both or neither of them know the
// employer, who chooses, declines, and takes a decline back.

const BOTH = "92000000411"
const NEITHER = "73000000412"

describe.skipIf(isWithoutBrowser)("an employer that funds know", () => {
  let payroll: Payroll

  beforeAll(async () => {
    const asksNothing = { fields: {}, custom_questions: [] }
    payroll = await startPayroll("matches", {
      funds: [{ form: asksNothing }, { flags: ["--fund", "waratah", "--auth", "api_key"], form: asksNothing }]
    })
    // Every simulated fund knows the bakery at first.
    await payroll.funds[1]!("DELETE", "employers/80000000001")
  })
  afterAll(() => payroll?.stop())

  const knows = (fund: number, abn: string, entry: object) =>
    payroll.funds[fund]!("PUT", `employers/${abn}`, entry)

  it("whom two funds know chooses one of them; none is chosen beforehand [R-1-17, R-1-18, R-1-19, R-1-20, R-1-23]", () =>
    payroll.withPage(async (page) => {
      await knows(0, BOTH, { relationship: "current", employer_number: "B-1" })
      await knows(1, BOTH, { relationship: "current", employer_number: "W-2" })
      const frame = await addEmployer(page, "Rosella Books", BOTH)
      await heading(frame, "You already use these funds")
      for (const fund of await frame.getByRole("radio").all()) expect(await fund.isChecked()).toBe(false)
      await press(frame, "Use this fund")
      expect(await mistakes(frame)).toEqual(["Choose one, or “None of these”"])
      await frame.getByRole("radio", { name: /Waratah Super/ }).check()
      expect(await violationsOn(page)).toEqual([])
      await press(frame, "Use this fund")
      await heading(frame, "Super settings for Rosella Books")
      await payrollRecord(page).getByText("W-2").waitFor()
      await payrollRecord(page).getByText("the fund knew the employer").waitFor()
      const employers = await payroll.partnerApi("GET", "employers")
      const { remote_id } = employers.find(({ name }: { readonly name: string }) => name === "Rosella Books")
      expect(await verifiedWebhooks(page, ["employer_settings_changed", remote_id], 1)).toBe(1)
      for (const fund of payroll.funds) {
        const log = await fund("GET", "log?limit=100")
        expect(JSON.stringify(log)).toContain("employer_lookup")
      }
    }))

  it("says once why it is none of these funds, and takes one decline back [R-1-19]", () =>
    payroll.withPage(async (page) => {
      await knows(0, NEITHER, { relationship: "current", employer_number: "B-3" })
      await knows(1, NEITHER, { relationship: "current", employer_number: "W-4" })
      const frame = await addEmployer(page, "Galah Hats", NEITHER)
      await heading(frame, "You already use these funds")
      await press(frame, "None of these")
      await heading(frame, "Why is it none of these?")
      await press(frame, "Continue")
      expect(await mistakes(frame)).toEqual(["Choose a reason"])
      await frame.getByLabel("We don't use it any more").check()
      await press(frame, "Continue")
      await heading(frame, "Choose a default fund")
      await frame.getByText("You said Banksia Super isn't your default fund.").waitFor()
      await press(frame, "Undo Waratah Super")
      await heading(frame, "You already use Waratah Super")
      await press(frame, "Yes, use Waratah Super")
      await heading(frame, "Super settings for Galah Hats")
      await payrollRecord(page).getByText("W-4").waitFor()
    }))

  it("declines the one fund that knows it, with a reason, and undoes it [R-1-19, R-1-20]", () =>
    payroll.withPage(async (page) => {
      const frame = await openSettings(page, "Wattle Street Bakery")
      await heading(frame, "You already use Banksia Super")
      await press(frame, "Not us")
      await heading(frame, "Why isn't it Banksia Super?")
      await press(frame, "Back")
      await heading(frame, "You already use Banksia Super")
      await press(frame, "Not us")
      await frame.getByLabel("We never used it").check()
      await press(frame, "Continue")
      await heading(frame, "Choose a default fund")
      await press(frame, "Undo Banksia Super")
      await heading(frame, "You already use Banksia Super")
      await press(frame, "Yes, use Banksia Super")
      await heading(frame, "Super settings for Wattle Street Bakery")
      await payrollRecord(page).getByText("EMP-004512").waitFor()
    }))

  it("whose fund has only a former relationship has no match [R-1-24, R-1-25]", () =>
    payroll.withPage(async (page) => {
      const former = "53004085616"
      await knows(0, former, { relationship: "former", employer_number: "B-5" })
      const frame = await addEmployer(page, "Corella Bikes", former)
      await heading(frame, "Choose a default fund")
    }))
})
