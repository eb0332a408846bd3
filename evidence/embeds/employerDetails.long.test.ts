/**
 * A fund's questions to the employer at confirmation: two funds with different forms, filled in by the employer in its frame, and
 * what each fund then received.
 */
import type { FrameLocator } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "@embedded-super/embed/testing"
import { addEmployer, openSettings, payrollRecord, verifiedWebhooks } from "./opening.ts"
import { heading, mistakes, press } from "@embedded-super/contract-tests/embeds/frame"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

/** Asks for every field that there is: four are required, two are optional. */
const whole = {
  fields: {
    industry_code: "required",
    employee_count: "required",
    contact_name: "required",
    contact_email: "optional",
    contact_phone: "optional",
    best_time_to_contact: "required"
  },
  custom_questions: [
    { question_id: "clearing_house", question: "Which clearing house do you use?", required: false },
    {
      question_id: "pay_day",
      question: "When do you pay super?",
      required: true,
      options: ["Each pay day", "Once a month", "Once a quarter"]
    }
  ]
} as const

/** Asks for three fields, one of which the other form has as optional, and another question. */
const short = {
  fields: { contact_name: "optional", contact_email: "required", contact_phone: "optional" },
  custom_questions: [{ question_id: "adviser", question: "Who advises you?", required: false }]
} as const

const OF_WHOLE = "92000000411"
const OF_SHORT = "73000000412"

describe.skipIf(isWithoutBrowser)("the details that a fund asks an employer for", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("details", {
      funds: [{ form: whole }, { flags: ["--fund", "waratah", "--auth", "api_key"], form: short }]
    })
    await payroll.funds[0]!("PUT", `employers/${OF_WHOLE}`, { relationship: "current" })
    await payroll.funds[1]!("PUT", `employers/${OF_SHORT}`, {
      relationship: "current",
      employer_number: "W-9"
    })
  })
  afterAll(() => payroll?.stop())

  /** Every question of the form, by the names that a screen reader gets. */
  const questionsIn = async (frame: FrameLocator): Promise<ReadonlyArray<string>> => {
    const form = frame.getByRole("main").locator("form")
    const names = await form.locator("label[for], legend").allInnerTexts()
    return names.map((name) => name.trim())
  }

  /** Sends the form, and returns what the fund has received for this employer. */
  const received = async (frame: FrameLocator, fund: number, abn: string) => {
    const details = async () =>
      (await payroll.funds[fund]!("GET", "employer-details")).filter(
        ({ details }: { readonly details: { readonly abn: string } }) => details.abn === abn
      )
    await press(frame, /^Send to/)
    await heading(frame, /^Super settings for/)
    await expect.poll(async () => (await details()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    return (await details())[0].details
  }

  it("are asked for in full: what is missing or wrong is said at once, then all of it reaches the fund [R-1-22, R-1-23, R-2.7-1, R-2.7-2, R-2.7-3, R-2.7-4, R-2.7-5, R-2.7-6, R-2.7-7, R-2.7-8]", () =>
    payroll.withPage(async (page) => {
      const frame = await addEmployer(page, "Rosella Books", OF_WHOLE)
      await press(frame, "Yes, use Banksia Super")
      await heading(frame, "Banksia Super asks for a few more details")
      expect(await questionsIn(frame)).toEqual([
        "Your employer number (optional)",
        "Industry",
        "Number of staff",
        "Contact name",
        "Contact email (optional)",
        "Contact phone (optional)",
        "Best time to call",
        "Which clearing house do you use? (optional)",
        "When do you pay super?"
      ])
      await frame.getByLabel("Contact email").fill("nola@rosella")
      await frame.getByLabel("Contact phone").fill("12")
      await press(frame, "Send to Banksia Super")
      expect(await mistakes(frame)).toEqual([
        "Choose an industry",
        "Choose how many staff you have",
        "Enter a contact name",
        "Enter an email like name@business.com.au",
        "Enter a phone number, like 02 5550 1234",
        "Choose a time",
        "Answer this question"
      ])
      expect(await violationsOn(page)).toEqual([])
      // Each mistake is a link to its field.
      await frame.getByRole("link", { name: "Enter a contact name" }).click()
      await page.keyboard.type("Nola O’Rourke-Lee")
      await frame.getByLabel("Your employer number").fill("B-17 A")
      await frame.getByLabel("Industry").selectOption("Retail trade")
      await frame.getByLabel("Number of staff").selectOption("5 to 19")
      await frame.getByLabel("Contact email").fill("nola@rosella.example")
      await frame.getByLabel("Contact phone").fill("(02) 5550 1234")
      await frame.getByLabel("Best time to call").selectOption("Morning")
      await frame.getByLabel("Which clearing house do you use?").fill("Wren Clearing, “Pay & Go”")
      await frame.getByRole("radio", { name: "Once a month" }).check()
      expect(await received(frame, 0, OF_WHOLE)).toMatchObject({
        employer_name: "Rosella Books",
        employer_number: "B-17 A",
        details: {
          industry_code: "G",
          employee_count: "5_19",
          contact_name: "Nola O’Rourke-Lee",
          contact_email: "nola@rosella.example",
          contact_phone: "+61255501234",
          best_time_to_contact: "morning"
        },
        custom_answers: [
          {
            question_id: "clearing_house",
            question: "Which clearing house do you use?",
            answer: "Wren Clearing, “Pay & Go”"
          },
          { question_id: "pay_day", question: "When do you pay super?", answer: "Once a month" }
        ]
      })
      await payrollRecord(page).getByText("B-17 A").waitFor()
      const employers = await payroll.partnerApi("GET", "employers")
      const { remote_id } = employers.find(({ name }: { readonly name: string }) => name === "Rosella Books")
      // One for the confirmed fund, one for its corrected number.
      expect(await verifiedWebhooks(page, ["employer_settings_changed", remote_id], 2)).toBe(2)
    }))

  it("are another fund's own, and nothing else: a field of one isn't asked by the other [R-1-22, R-2.7-1, R-2.7-8, R-2.7-9]", () =>
    payroll.withPage(async (page) => {
      const frame = await addEmployer(page, "Galah Hats", OF_SHORT)
      await press(frame, "Yes, use Waratah Super")
      await heading(frame, "Waratah Super asks for a few more details")
      expect(await questionsIn(frame)).toEqual([
        "Your employer number (optional)",
        "Contact name (optional)",
        "Contact email",
        "Contact phone (optional)",
        "Who advises you? (optional)"
      ])
      await press(frame, "Send to Waratah Super")
      expect(await mistakes(frame)).toEqual(["Enter an email like name@business.com.au"])
      await frame.getByLabel("Contact email").fill("hats@galah.example")
      const { custom_answers, details, employer_number } = await received(frame, 1, OF_SHORT)
      expect({ custom_answers, details, employer_number }).toEqual({
        custom_answers: [],
        details: { contact_email: "hats@galah.example" },
        employer_number: "W-9"
      })
    }))

  it("are kept as typed until they are sent, also over a new frame [R-1-22]", () =>
    payroll.withPage(async (page) => {
      await payroll.funds[1]!("DELETE", "employers/80000000001")
      const opened = await openSettings(page, "Wattle Street Bakery")
      await press(opened, "Yes, use Banksia Super")
      await heading(opened, /asks for a few more details/)
      await opened.getByLabel("Contact name").fill("Ines Wattle")
      const kept = page.waitForResponse(
        (answer) => answer.ok() && (answer.request().postData() ?? "").includes("Wren")
      )
      await opened.getByLabel("Which clearing house do you use?").fill("Wren")
      await kept
      const frame = await openSettings(page, "Wattle Street Bakery")
      await heading(frame, /asks for a few more details/)
      expect(await frame.getByLabel("Contact name").inputValue()).toBe("Ines Wattle")
      expect(await frame.getByLabel("Which clearing house do you use?").inputValue()).toBe("Wren")
    }))
})
