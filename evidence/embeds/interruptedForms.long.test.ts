/**
 * Interruptions where another form than the table's (`interruptions.long.test.ts`) behaves in its own way: after the answers are
 * sent, with a tax file number, after Done, in the employer's details form, in an intent.
 */
import type { BrowserContext } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { en, isWithoutBrowser } from "@embedded-super/embed/testing"
import { frameOn, heading, press } from "@embedded-super/contract-tests/embeds/frame"
import { sentencesOn } from "./troubles.ts"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"
import { type Answers, draftsOf, field, hire, type } from "./typing.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"

const { common, employee } = en

describe.skipIf(isWithoutBrowser)("a form that is interrupted", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("interrupted-forms")
  })
  afterAll(() => payroll?.stop())

  const withContext = (use: (context: BrowserContext) => Promise<void>) =>
    payroll.withBrowser(async (browser) => {
      const context = await browser.newContext()
      context.setDefaultTimeout(15_000)
      await use(context).finally(() => context.close())
    })

  /** A new person's form at a step to which the sandbox took it. */
  const openAt = async (context: BrowserContext, advance: object, email?: string) => {
    const person = await hire(payroll, email)
    await payroll.partnerApi("POST", `sandbox/onboarding-sessions/${person.sessionId}/advance`, advance)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${payroll.url}/people/${person.remoteId}/form`)
    return { page, frame: frameOn(page), person }
  }

  it.for([
    {
      name: "slow fund",
      reads: employee.waiting.close,
      ends: employee.done.title,
      advance: { to: "review" },
      email: "slow.fund+slow8@example.com"
    },
    {
      name: "failing fund",
      reads: employee.without.reasons.field,
      ends: employee.without.refusedTitle("Banksia Super"),
      advance: { to: "review", preset: "registration_fails" },
      email: undefined
    }
  ])("$name: the answers are sent, and the end is reached", ({ advance, email, ends, reads }) =>
    withContext(async (context) => {
      const { frame, page } = await openAt(context, advance, email)
      await press(frame, employee.review.confirm)
      await heading(frame, employee.waiting.title)
      const done = frame.getByRole("heading", { level: 1, name: ends })
      const sentence = frame.getByText(reads, { exact: true })
      const passed = (until: typeof sentence) =>
        receiptOf(async () => {
          if ((await until.count()) > 0) return true
          await page.clock.fastForward("00:11")
          return undefined
        })
      await passed(sentence)
      await passed(done)
      const isDone = ends === common.stopped.done.title
      expect(await sentencesOn(frame)).toEqual(isDone ? [ends] : [])
    })
  )

  it("reload with a tax file number in its box: the number is gone, and nothing else is", () =>
    withContext(async (context) => {
      const { frame, page } = await openAt(context, { to: "collect_tax" })
      const box = field(frame, employee.fields.tfn)
      const typeNumber = async () => {
        await frame.getByRole("radio", { name: employee.tax.yes }).check()
        await box.fill("876 543 210")
      }
      await typeNumber()
      await page.reload()
      await frame.getByRole("radio", { name: employee.tax.yes }).check()
      expect(await box.inputValue()).toBe("")
      const [, inner] = page.frames()
      const kept = await inner!.evaluate(() =>
        JSON.stringify([sessionStorage, localStorage, history.state, name])
      )
      expect(kept.replaceAll(" ", "")).not.toContain("876543210")
      await typeNumber()
      await press(frame, common.continue)
      await heading(frame, employee.disclaimer.title)
    }))

  it("Back after Done: no data is shown, and the person reads where to open the page again", () =>
    withContext(async (context) => {
      const [{ id }] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
      const page = await context.newPage()
      await page.goto(`${payroll.url}/employers/${id}`)
      await page.goto(`${payroll.url}/employers/${id}/alone`)
      await heading(page, en.employer.title("Harbour Cafe"))
      await press(page, common.done)
      await heading(page, common.stopped.done.title)
      await page.goto(payroll.url)
      await page.goBack()
      await heading(page, common.stopped.done.title)
      expect(await page.content()).not.toContain("Harbour Cafe")
      expect(await sentencesOn(page)).toEqual([common.stopped.done.title])
    }))

  it("reload and second tab in the employer's details form: nothing typed is lost", () =>
    withContext(async (context) => {
      const { contact_email, contact_name, industry_code } = en.employer.details.fields
      const { A, E } = en.employer.details.industries
      const [{ id }] = await payroll.partnerApi("GET", "employers?remote_id=ER-1001")
      const open = async () => {
        const page = await context.newPage()
        const isKept = draftsOf(page)
        await page.goto(`${payroll.url}/employers/${id}`)
        return { page, frame: frameOn(page), isKept }
      }
      const { frame, isKept, page } = await open()
      await frame.getByRole("button", { name: /^Yes, use/ }).click()
      const name = field(frame, contact_name)
      const industry = frame.getByLabel(industry_code)
      await industry.selectOption(A)
      await name.fill("Ines W")
      await page.reload()
      await expect.poll(() => name.inputValue()).toBe("Ines W")
      await name.fill("Ines Wattle")
      await isKept("Ines Wattle")

      const other = await open()
      await expect.poll(() => field(other.frame, contact_name).inputValue()).toBe("Ines Wattle")
      await other.frame.getByLabel(industry_code).selectOption(E)
      await field(other.frame, contact_name).fill("Ida Wattle")
      await other.isKept("Ida Wattle")
      await field(frame, contact_email).fill("ines@wattle.example")
      await frame.getByText(common.changed, { exact: true }).waitFor()
      await expect.poll(() => name.inputValue()).toBe("Ida Wattle")
      expect(await industry.locator("option:checked").innerText()).toBe(E)
      expect(await field(frame, contact_email).inputValue()).toBe("ines@wattle.example")
      await isKept("ines@wattle.example")
      await press(frame, en.employer.details.send("Banksia Super"))
      await heading(frame, en.employer.title("Wattle Street Bakery"))
    }))

  it("reload in an intent that the employer has just started: nothing typed is lost", () =>
    withContext(async (context) => {
      const [{ id }] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
      const page = await context.newPage()
      const frame = frameOn(page)
      await page.goto(`${payroll.url}/people/new?employer=${id}`)
      await heading(frame, en.intent.who.title)
      const answers: Answers = {
        [en.intent.fields.given_name]: "Aoife",
        [en.intent.fields.family_name]: "Byrne",
        [en.intent.fields.email]: "aoife@byrne.example"
      }
      await type(frame, answers)
      await page.reload()
      for (const [label, text] of Object.entries(answers))
        await expect.poll(() => field(frame, label).inputValue()).toBe(text)
      expect(await sentencesOn(frame)).toEqual([])
      await press(frame, common.continue)
      await heading(frame, en.intent.job.title)
    }))
})
