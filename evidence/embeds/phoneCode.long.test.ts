/** An employee without an email address that the payroll has checked: the form opens with a code to the phone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import {
  agreeToChoose,
  answerAboutMe,
  giveTfn,
  confirm,
  expectInPayroll,
  invite,
  joinBanksia,
  memberNumberOn,
  openAs,
  start,
  takeDoor
} from "@embedded-super/contract-tests/embeds/employee"
import { heading, press } from "@embedded-super/contract-tests/embeds/frame"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

describe.skipIf(isWithoutBrowser)("an employee who proves a phone", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("phone")
  })
  afterAll(() => payroll?.stop())

  it("types a wrong code, comes back after a reload, types the right one, and joins a fund [R-1-4, R-1-14]", () =>
    payroll.withPage(
      async (page) => {
        await invite(page, { given: "Aoife", family: "Byrne", phone: "0491 570 006" })
        const frame = await openAs(page, "Aoife")
        await start(frame)
        await heading(frame, "Check your phone")
        await frame.getByText("The code goes to your mobile ending in 006.").waitFor()
        await press(frame, "Send code")
        await heading(frame, "Enter the code")
        const shown = await frame.getByText(/The code is \d{6}/).innerText()
        const code = /\d{6}/.exec(shown)![0]
        const wrong = code === "000000" ? "111111" : "000000"
        await frame.getByLabel("Code").fill(wrong)
        await press(frame, "Continue")
        await frame.getByRole("link", { name: "That's not the code. Check it and try again." }).waitFor()
        await frame.getByText("You have 2 tries left.").waitFor()

        await page.reload()
        await heading(frame, "Enter the code")
        await frame.getByText("You have 2 tries left.").waitFor()
        expect(await frame.getByLabel("Code").inputValue()).toBe("")
        await frame.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`)
        await press(frame, "Continue")
        await answerAboutMe(frame, { email: "aoife@example.com" })
        await giveTfn(frame)
        await agreeToChoose(frame)
        await takeDoor(frame, /^Join a fund/)
        await joinBanksia(frame)
        await confirm(frame)
        const number = await memberNumberOn(frame)
        await expectInPayroll(page, "Aoife Byrne", ["0491 570 006", number])
      },
      { refused: [422] }
    ))
})
