/**
 * The employee's ways through the form, from the invitation to the payroll, by names that a screen reader gets. To join a fund is in
 * newcomer.test.ts, to keep one in existingFund.long.test.ts.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import {
  agreeToChoose,
  answerAboutMe,
  confirm,
  expectInPayroll,
  fillInUntil,
  giveTfn,
  invite,
  joinBanksia,
  memberNumberOn,
  openAs,
  start,
  takeDoor,
  TFN
} from "@embedded-super/contract-tests/embeds/employee"
import { choose, heading, press } from "@embedded-super/contract-tests/embeds/frame"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

const DIGITS = TFN.replaceAll(" ", "")

/** Everything that the page sends and gets. */
const trafficOf = (page: Page) => {
  const texts: Array<Promise<string>> = []
  page.on("requestfinished", (request) => {
    const read = async () => {
      const answer = await (await request.response())?.text().catch(() => "")
      return `${request.url()} ${request.postData() ?? ""} ${answer ?? ""}`
    }
    texts.push(read())
  })
  return async () => (await Promise.all(texts)).join("\n")
}

describe.skipIf(isWithoutBrowser)("an employee", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("employee")
  })
  afterAll(() => payroll?.stop())

  it("who chooses the employer's default fund, which gives a member number [R-1-8, R-1-14, R-1-16]", () =>
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

  it("who has an own fund (SMSF): payroll has what it needs to pay it [R-1-6]", () =>
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

  it("whose phone is proven by a code: types a wrong one, comes back after a reload, types the right one, and joins a fund [R-1-4, R-1-14]", () =>
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

  /** The address of the form of a new employee of the cafe. */
  const invited = async (): Promise<{ readonly id: string; readonly url: string }> => {
    const employers: ReadonlyArray<{ id: string; name: string }> = await payroll.partnerApi(
      "GET",
      "employers"
    )
    const { id } = await payroll.partnerApi("POST", "onboarding-session", {
      employer: { id: employers.find(({ name }) => name === "Harbour Cafe")?.id },
      employee: { remote_id: "emp-supplied" },
      remote_id: "session-supplied",
      email: "roisin@example.com",
      email_validated: true,
      employee_detail: {
        identity: { given_name: "Róisín", family_name: "Byrne" },
        tax_detail: { tfn: TFN }
      }
    })
    const { embed_url } = await payroll.partnerApi("POST", `onboarding-session/${id}/generate-embed-url`, {})
    return { id, url: embed_url }
  }

  it("whose tax file number the payroll supplied: reads the notice, keeps the number, and leaves nothing on the page at the end [R-1-4]", () =>
    payroll.withPage(async (page) => {
      const { id, url } = await invited()
      const traffic = trafficOf(page)
      await page.goto(url)
      await press(page, "Start")
      await answerAboutMe(page, { phone: "0491 570 006" })
      await heading(page, "Your tax file number")
      await page.getByText("You don't have to give your tax file number.").waitFor()
      await page.getByText("Your tax file number ends in 210.").waitFor()
      expect(await page.getByRole("textbox").count()).toBe(0)
      await press(page, "Continue")
      await agreeToChoose(page)
      await takeDoor(page, /^Join a fund/)
      await joinBanksia(page)
      await confirm(page)
      const number = await memberNumberOn(page)
      await press(page, "Done")
      await page.getByText("What you saved stays.").waitFor()
      expect(await page.locator("body").innerText()).not.toContain(number)
      const { employee_tax } = await payroll.partnerApi("GET", `onboarding-session/${id}`)
      expect(employee_tax.data.tfn_masked).toBe("*** *** 210")
      const seen = await traffic()
      for (const text of [TFN, DIGITS]) expect(seen).not.toContain(text)
    }))
})
