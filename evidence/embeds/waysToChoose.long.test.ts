/**
 * The employer's fund, and a fund of one's own, from the invitation to the payroll, by names that a screen reader gets. To join
 * a fund is in newcomer.test.ts, to keep one in existingFund.long.test.ts.
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
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

describe.skipIf(isWithoutBrowser)("an employee chooses super", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("ways")
  })
  afterAll(() => payroll?.stop())

  it("with the employer's default fund, which gives a member number [R-1-8, R-1-14, R-1-16]", () =>
    payroll.withPage(async (page) => {
      await invite(page, { given: "Chloe", family: "Papas", email: "chloe@example.com" })
      const frame = await fillInUntil(page, "Chloe", /^My employer's fund: Banksia Super/)
      await heading(frame, "Your employer's fund")
      await press(frame, "Continue")
      await frame.getByRole("link", { name: "Tick the box so we can join you up" }).waitFor()
      await choose(frame, "checkbox")
      await press(frame, "Continue")
      await confirm(frame)
      const number = await memberNumberOn(frame)
      expect(number).toMatch(/^\d{10}$/)
      await frame.getByText("You're a member of Banksia Super.").waitFor()
      await expectInPayroll(page, "Chloe Papas", ["Banksia Super, Banksia MySuper", "60905115063003", number])
    }))

  it("with their own fund (SMSF): payroll has what it needs to pay it [R-1-6]", () =>
    payroll.withPage(async (page) => {
      await invite(page, { given: "Dev", family: "Anand", email: "dev@example.com" })
      const frame = await fillInUntil(page, "Dev", /^My own fund/)
      await heading(frame, "Your self-managed fund")
      for (const [label, value] of [
        ["Fund's ABN", "53 004 085 616"],
        ["Fund's name", "Anand Family Super"],
        [/^ESA/, "SMSFDATAFLOW"],
        [/^BSB/, "062-000"],
        ["Account number", "12345678"],
        ["Account name", "Anand Super Account"],
        ["Your name in the fund", "Dev Anand"]
      ] as const)
        await frame.getByLabel(label).fill(value)
      await choose(frame, "checkbox")
      await press(frame, "Continue")
      await confirm(frame)
      await heading(frame, "You're done")
      await frame.getByText("Your super goes to Anand Family Super.").waitFor()
      await expectInPayroll(page, "Dev Anand", [
        "Anand Family Super",
        "53 004 085 616",
        "SMSFDATAFLOW",
        "062-000",
        "12345678",
        "Anand Super Account",
        "None needed"
      ])
    }))
})
