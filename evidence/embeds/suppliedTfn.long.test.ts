/** An employee whose tax file number the payroll supplied: it is kept without typing it, and reaches the fund. */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import {
  agreeToChoose,
  answerAboutMe,
  confirm,
  joinBanksia,
  memberNumberOn,
  takeDoor,
  TFN
} from "@embedded-super/contract-tests/embeds/employee"
import { heading, press } from "@embedded-super/contract-tests/embeds/frame"
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

describe.skipIf(isWithoutBrowser)("an employee whose tax file number is known", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("supplied-tfn")
  })
  afterAll(() => payroll?.stop())

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

  it("reads the notice, keeps the number, and leaves nothing on the page at the end [R-1-4]", () =>
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
