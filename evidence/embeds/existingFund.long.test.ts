/**
 * Employees who keep a fund: from the list, not in the list, and known to the ATO. From the invitation to the payroll, by
 * names that a screen reader gets.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import {
  confirm,
  expectInPayroll,
  fillInUntil,
  invite,
  memberNumberOn
} from "@embedded-super/contract-tests/embeds/employee"
import { choose, heading, press } from "@embedded-super/contract-tests/embeds/frame"
import { follow, type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

describe.skipIf(isWithoutBrowser)("an employee keeps a fund", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("existing", { hasDirectory: true })
  })
  afterAll(() => payroll?.stop())

  it("with a fund they have, found by its name; the number that they type reaches the payroll [R-1-4, R-1-6]", () =>
    payroll.withPage(async (page) => {
      await invite(page, { given: "Aoife", family: "Byrne", email: "aoife@example.com" })
      const frame = await fillInUntil(page, "Aoife", /^A fund I have/)
      await heading(frame, "Your fund")
      await frame.getByRole("searchbox", { name: "Find your fund" }).fill("quandong choice")
      await frame.getByText("1 fund found").waitFor()
      await choose(frame, "radio", /Quandong Super/)
      await frame.getByLabel("Your member number").fill("Unknown")
      await press(frame, "Continue")
      await frame.getByRole("link", { name: "That isn't a member number. It's on your statement." }).waitFor()
      await frame.getByLabel("Your member number").fill("QU 5512 004")
      await press(frame, "Continue")
      await confirm(frame)
      expect(await memberNumberOn(frame)).toBe("QU 5512 004")
      await frame.getByText("Your super goes to Quandong Super.").waitFor()
      await expectInPayroll(page, "Aoife Byrne", [
        "Quandong Super, Quandong Choice",
        "25000001017002",
        "QU 5512 004"
      ])
    }))

  it("with a fund that isn't in the list: payroll has its facts, and an issue to check it [R-1-6, R-1-11, R-1-13]", () =>
    payroll.withPage(async (page) => {
      await invite(page, { given: "Bao", family: "Tran", email: "bao@example.com" })
      const frame = await fillInUntil(page, "Bao", /^A fund I have/)
      await heading(frame, "Your fund")
      await frame.getByRole("searchbox", { name: "Find your fund" }).fill("snowgum")
      await frame.getByText("No fund matches.").waitFor()
      await press(frame, "My fund isn't here")
      await frame.getByLabel("Fund's name").fill("Snowgum Staff Super")
      await frame.getByLabel("Fund's ABN").fill("51 824 753 556")
      await frame.getByLabel("Your member number").fill("SN-70012")
      await press(frame, "Continue")
      await heading(frame, "Check your answers")
      await frame.getByText("This fund isn't in our list. Your employer will check it.").waitFor()
      await confirm(frame)
      await heading(frame, "You're done")
      await frame.getByText("Your super goes to Snowgum Staff Super.").waitFor()
      await expectInPayroll(page, "Bao Tran", ["Snowgum Staff Super", "51 824 753 556", "SN-70012"])

      await follow(page, "Issues")
      const issue = page.getByRole("listitem").filter({ hasText: "Bao Tran" })
      await issue.getByText("An employee chose a super fund that isn't in the directory of funds.").waitFor()
      await issue.getByRole("link", { name: "Check the fund's name, ABN and USI before you pay" }).waitFor()
      await issue.getByLabel(/^What was done/).fill("Looked up, it is right.")
      await issue.getByRole("button", { name: /^Resolve.*Bao Tran/ }).click()
      await page.getByText("Resolved here").waitFor()
    }))

  it("with the fund that the ATO knows, which is said before anything else [R-1-5, R-1-6, R-6-4]", () =>
    payroll.withPage(async (page) => {
      const [cafe] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
      const stapled_fund = { usi: "67000001001001", member_number: "AC4471" }
      await payroll.partnerApi("POST", `sandbox/employers/${cafe.id}/stapling`, {
        status: "connected",
        declarations_accepted: true,
        outcome: "stapled_fund",
        stapled_fund
      })
      await invite(page, { given: "Elif", family: "Kaya", email: "elif@example.com" })
      const frame = await fillInUntil(page, "Elif", /^A fund I have/)
      await heading(frame, "Your fund")
      await press(frame, "Back")
      await heading(frame, "Choose your super fund")
      const shown = await frame.locator("main").innerText()
      const parts = ["The ATO says you're with Acacia Super", "Where should your super go?"]
      const [said, asked] = parts.map((part) => shown.indexOf(part))
      expect(said).toBeGreaterThan(-1)
      expect(asked).toBeGreaterThan(said!)
      expect(await frame.getByRole("radio", { checked: true }).count()).toBe(0)
      await choose(frame, "radio", /^A fund I have/)
      await press(frame, "Continue")
      await choose(frame, "radio", /Acacia Super.*Member number AC4471/)
      await press(frame, "Continue")
      await heading(frame, "Check your answers")
      await frame.getByText("Your fund, from the ATO").waitFor()
      await confirm(frame)
      expect(await memberNumberOn(frame)).toBe("AC4471")
      await frame.getByText("Your super goes to Acacia Super.").waitFor()
      await expectInPayroll(page, "Elif Kaya", ["Acacia Super, Acacia MySuper", "67000001001001", "AC4471"])
    }))
})
