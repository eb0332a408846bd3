/** Funds that fail or take their time, from the employee's last screen to the payroll: issues, and member numbers that come late. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { en, isWithoutBrowser } from "@embedded-super/embed/testing"
import {
  confirm,
  expectInPayroll,
  fillInUntil,
  invite,
  joinBanksia,
  memberNumberOn,
  showPerson
} from "@embedded-super/contract-tests/embeds/employee"
import { frameOn, heading } from "@embedded-super/contract-tests/embeds/frame"
import { follow, type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

const { without } = en.employee

const refuses = { operation_id: "registerMember", play: "answer_status", status: 400 }

describe.skipIf(isWithoutBrowser)("a fund that doesn't answer with a member number", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("failing")
  })
  afterAll(() => payroll?.stop())

  /** Sets the faults that the fund plays from now on. */
  const fundPlays = (fault: object) => payroll.funds[0]!("PUT", "faults", { faults: [fault] })

  it("refuses: payroll sees the issue, starts a new form by its action, and gets the number [R-1-11, R-1-13, R-1-16]", () =>
    payroll.withPage(async (page) => {
      await fundPlays({ ...refuses, times: 1 })
      await invite(page, { given: "Aoife", family: "Byrne", email: "aoife@example.com" })
      const frame = await fillInUntil(page, "Aoife", /^Join a fund/)
      await joinBanksia(frame)
      await confirm(frame)
      await heading(frame, without.refusedTitle("Banksia Super"))
      await frame.getByText(without.reasons.other).waitFor()
      await follow(page, "Issues")
      const issue = page.getByRole("listitem").filter({ hasText: "Aoife Byrne" })
      await issue
        .getByRole("heading", {
          level: 2,
          name: "An employee could not be registered with the chosen super fund."
        })
        .waitFor()
      await issue.getByText(/^Banksia Super refused Aoife, and gave no reason/).waitFor()
      await issue.getByRole("link", { name: "Start a new onboarding session" }).click()
      await page.getByRole("button", { name: "Send Aoife a new form" }).click()
      await page.getByText("Invited. The form wasn't opened yet.").waitFor()
      await follow(page, "Issues")
      await issue.getByText("Aoife Byrne has a new form.").waitFor()

      await showPerson(page, "Aoife Byrne")
      const again = await fillInUntil(page, "Aoife", /^Join a fund/)
      await joinBanksia(again)
      await confirm(again)
      const number = await memberNumberOn(again)
      expect(number).toMatch(/^\d{10}$/)
      await expectInPayroll(page, "Aoife Byrne", ["Banksia Super, Banksia MySuper", number])
      await follow(page, "Issues")
      await page.getByText("Resolved by itself").waitFor()
      expect(await issue.count()).toBe(0)
    }))

  it("takes days: the employee needn't wait, and a late number reaches the payroll [R-1-16, R-6-28]", () =>
    payroll.withPage(async (page) => {
      await page.clock.install()
      await fundPlays({
        ...{ operation_id: "registerMember", play: "answer_status", times: 1 },
        ...{ status: 429, retry_after_seconds: 6 * 24 * 60 * 60 }
      })
      await invite(page, { given: "Bao", family: "Tran", email: "bao@example.com" })
      const frame = await fillInUntil(page, "Bao", /^Join a fund/)
      await joinBanksia(frame)
      await confirm(frame)
      await heading(frame, "Almost done")
      await frame.getByText("We've asked Banksia Super to make you a member.").waitFor()
      await page.clock.fastForward("00:11")
      await frame.getByText("You can close this page. We'll tell your employer.").waitFor()
      await page.clock.fastForward("05:00")
      await frame.getByText("The fund needs more time. You don't have to wait.").waitFor()

      await payroll.advance("5 days")
      await page.clock.fastForward("01:00")
      await heading(frame, without.lateTitle)
      await frame.getByText(without.late("Banksia Super")).waitFor()
      await showPerson(page, "Bao Tran")
      await page.getByText("Not there yet").waitFor()
      await page.getByText("Needs you").waitFor()
      await payroll.advance("2 days")
      const number = await page
        .getByRole("main")
        .getByText(/^\d{10}$/)
        .innerText()
      await page.getByText("Done", { exact: true }).first().waitFor()

      await page.getByRole("link", { name: "Open as Bao" }).click()
      expect(await memberNumberOn(frameOn(page))).toBe(number)
    }))
})
