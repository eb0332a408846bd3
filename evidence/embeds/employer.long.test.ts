/**
 * An employer in its settings, in the payroll application, with the real service and two funds: it searches for its
 * default fund, and changes it. Matches, a fund's details form and the ATO are files of their own.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "@embedded-super/embed/testing"
import { openSettings, payrollRecord, verifiedWebhooks } from "./employerPages.ts"
import { heading, mistakes, press } from "@embedded-super/contract-tests/embeds/frame"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

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
