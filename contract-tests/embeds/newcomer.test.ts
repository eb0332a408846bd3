/**
 * A newcomer's three steps, by names that a screen reader gets and nothing else: set up super, add a person, be the
 * person. Then the payroll has the member number, and its inbox the webhooks.
 */
import type { Page } from "playwright-core"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "@embedded-super/embed/testing"
import { found, type Trace, traceOf } from "../src/canary/search.ts"
import { TFN } from "@embedded-super/program/testing/zephyrine"
import {
  agreeToChoose,
  answerAboutMe,
  confirm,
  joinBanksia,
  memberNumberOn,
  start,
  takeDoor
} from "../src/embeds/employee.ts"
import { choose, date, frameOn, heading, press } from "../src/embeds/frame.ts"
import { type Leaks, watchForLeaks } from "../src/embeds/leaks.ts"
import { follow, type Payroll, startPayroll } from "../src/embeds/startPayroll.ts"

/** Where the tax file number is found, in whatever form. */
const placesOfTfn = (traces: ReadonlyArray<Trace>): ReadonlyArray<string> =>
  found(traces).filter((where) => where.startsWith("the TFN"))

describe.skipIf(isWithoutBrowser)("a newcomer to the payroll application", () => {
  let payroll: Payroll

  // A new one for each try: at a second one, the first has set up super already.
  beforeEach(async () => {
    payroll = await startPayroll("newcomer")
  })
  afterEach(() => payroll?.stop())

  const setUpSuper = async (page: Page) => {
    const frame = frameOn(page)
    await page.getByRole("link", { name: "Set up super" }).click()
    await press(frame, "Yes, use Banksia Super")
    await heading(frame, /asks for a few more details/)
    await frame.getByLabel("Industry").selectOption("Manufacturing")
    await frame.getByLabel("Contact name").fill("Ines Wattle")
    await frame.getByLabel("Contact email").fill("ines@wattle.example")
    await press(frame, "Send to Banksia Super")
    await heading(frame, /^Super settings for/)
    await page.getByText("Ready", { exact: true }).waitFor()
  }

  const addAPerson = async (page: Page) => {
    const frame = frameOn(page)
    await follow(page, "Start")
    await page.getByRole("link", { name: "Add a person" }).click()
    await frame.getByLabel("Given name").fill("Aoife")
    await frame.getByLabel("Family name").fill("Byrne")
    await frame.getByLabel("Email").fill("aoife.byrne@example.com")
    await press(frame, "Continue")
    await heading(frame, "About the job")
    await date(frame, "1", "12", "2026")
    await choose(frame, "radio", "Full-time")
    await frame.getByLabel("How often you pay them").selectOption("Every 2 weeks")
    await press(frame, "Continue")
    await press(frame, /^Send to /)
    await heading(frame, /Done/)
  }

  /** Saves the number, and sees that its box is empty from then on. */
  const saveTfn = async (page: Page, { look }: Leaks) => {
    const frame = page.frameLocator("iframe")
    await frame.getByLabel("Yes, I'll enter it").check()
    const box = frame.getByRole("textbox", { name: /tax file number/i })
    await box.fill(TFN)
    expect(await box.getAttribute("data-no-draft")).not.toBeNull()
    const handle = await box.elementHandle()
    await press(frame, "Continue")
    await frame.getByRole("button", { name: "Agree and continue" }).waitFor()
    expect(await handle?.inputValue()).toBe("")
    await look()
  }

  const beThePerson = async (page: Page, leaks: Leaks) => {
    const frame = frameOn(page)
    await follow(page, "Start")
    await page.getByRole("link", { name: "Be Aoife Byrne" }).click()
    await start(frame)
    await answerAboutMe(frame, { phone: "0491 570 006" })
    await heading(frame, "Your tax file number")
    await saveTfn(page, leaks)
    await agreeToChoose(frame)
    await takeDoor(frame, "Join a fund")
    await joinBanksia(frame)
    await heading(frame, "Check your answers")
    await leaks.look()
    await confirm(frame)
    return memberNumberOn(frame)
  }

  it("sets up super, adds a person, is the person, and finds the member number in the payroll [R-1-1, R-1-4, R-1-9, R-1-14]", () =>
    payroll.withPage(async (page) => {
      const leaks = await watchForLeaks(page)
      await setUpSuper(page)
      await addAPerson(page)
      await follow(page, "People")
      await page.getByRole("link", { name: /Aoife Byrne/ }).waitFor()
      const memberNumber = await beThePerson(page, leaks)
      await follow(page, "People")
      await page.getByRole("link", { name: /Aoife Byrne/ }).click()
      await page.getByText(memberNumber, { exact: true }).waitFor()
      await follow(page, "Inbox")
      const completed = page.locator("#webhooks details").filter({ hasText: "onboarding_session_completed" })
      expect(await completed.first().locator("summary").innerText()).toContain("Verified")
      // The number left the browser in one request, and nothing else has it.
      const traces = [
        ...(await leaks.traces()),
        traceOf("the service's log", payroll.service.log()),
        traceOf("the payroll's log", payroll.log())
      ]
      expect(placesOfTfn(traces)).toEqual(["the TFN, plain, in the body of PUT /embed-api/v1/onboarding/tax"])
      expect(traces.map(({ where }) => where)).toEqual(
        expect.arrayContaining(["a message", "a storage", "a history entry", "an answer", "a document"])
      )
    }))
})
