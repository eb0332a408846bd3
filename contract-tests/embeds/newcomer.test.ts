/**
 * A newcomer's three steps, by names that a screen reader gets and nothing else: set up super, add a person, be the
 * person. Then the payroll has the member number, and its inbox the webhooks.
 */
import type { FrameLocator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "../../packages/embed/test/browser.ts"
import { follow, type Payroll, startPayroll } from "../src/embeds/startPayroll.ts"

/** A tax file number that is nobody's. */
const TFN = "876 543 210"

describe.skipIf(isWithoutBrowser)("a newcomer to the payroll application", () => {
  let payroll: Payroll

  beforeAll(async () => {
    payroll = await startPayroll("newcomer")
  })
  afterAll(() => payroll?.stop())

  const heading = (frame: FrameLocator, name: string | RegExp) =>
    frame.getByRole("heading", { level: 1, name }).waitFor()
  const press = (frame: FrameLocator, name: string | RegExp) => frame.getByRole("button", { name }).click()
  const date = async (frame: FrameLocator, day: string, month: string, year: string) => {
    await frame.getByLabel("Day").fill(day)
    await frame.getByLabel("Month").fill(month)
    await frame.getByLabel("Year").fill(year)
  }

  const setUpSuper = async (page: Page) => {
    const frame = page.frameLocator("iframe")
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
    const frame = page.frameLocator("iframe")
    await follow(page, "Start")
    await page.getByRole("link", { name: "Add a person" }).click()
    await frame.getByLabel("Given name").fill("Aoife")
    await frame.getByLabel("Family name").fill("Byrne")
    await frame.getByLabel("Email").fill("aoife.byrne@example.com")
    await press(frame, "Continue")
    await heading(frame, "About the job")
    await date(frame, "1", "12", "2026")
    await frame.getByLabel("Full-time").check()
    await frame.getByLabel("How often you pay them").selectOption("Every 2 weeks")
    await press(frame, "Continue")
    await press(frame, /^Send to /)
    await heading(frame, /Done/)
  }

  /** The number is in no document, storage or address of the frame, nor in what the host's page was sent. */
  const expectNowhere = async (page: Page, tfn: string) => {
    const frame = page.frames().find((one) => one.url().includes("/embed/v1/"))!
    const kept = await frame.evaluate(() => [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll("input")].map(({ value }) => value),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify({ ...localStorage }),
      JSON.stringify(history.state),
      window.name,
      location.href,
      document.cookie
    ])
    const all = [...kept, await page.content()].join("\n")
    for (const form of [tfn, tfn.replaceAll(" ", "")]) expect(all).not.toContain(form)
  }

  const beThePerson = async (page: Page) => {
    const frame = page.frameLocator("iframe")
    await follow(page, "Start")
    await page.getByRole("link", { name: "Be Aoife Byrne" }).click()
    await press(frame, "Start")
    await heading(frame, "About you")
    await date(frame, "27", "3", "1994")
    await press(frame, "Continue")
    await heading(frame, "How to reach you")
    await frame.getByLabel("Mobile number").fill("0491 570 006")
    await frame.getByLabel("Street and number").fill("12 Banksia Street")
    await frame.getByLabel("Suburb or town").fill("Craigieburn")
    await frame.getByLabel("State or territory").selectOption("Victoria")
    await frame.getByLabel("Postcode").fill("3064")
    await press(frame, "Continue")
    await heading(frame, "Your tax file number")
    await frame.getByLabel("Yes, I'll enter it").check()
    await frame.getByRole("textbox", { name: /tax file number/i }).fill(TFN)
    await press(frame, "Continue")
    await press(frame, "Agree and continue")
    await heading(frame, "Choose your super fund")
    await frame.getByLabel("Join a fund").check()
    await press(frame, "Continue")
    await frame.getByRole("radio", { name: /Banksia Super/ }).check()
    await frame.getByRole("checkbox").check()
    await press(frame, "Continue")
    await heading(frame, "Check your answers")
    await expectNowhere(page, TFN)
    await press(frame, "Confirm")
    await heading(frame, "You're done")
    return (await frame.locator("main").innerText()).match(/Member number\s+(\w+)/)?.[1]
  }

  it("sets up super, adds a person, is the person, and finds the member number in the payroll [R-1-1, R-1-4, R-1-9, R-1-14]", () =>
    payroll.withPage(async (page) => {
      await setUpSuper(page)
      await addAPerson(page)
      await follow(page, "People")
      await page.getByRole("link", { name: /Aoife Byrne/ }).waitFor()
      const memberNumber = await beThePerson(page)
      expect(memberNumber).toMatch(/^\w+$/)
      await follow(page, "People")
      await page.getByRole("link", { name: /Aoife Byrne/ }).click()
      await page.getByText(memberNumber!, { exact: true }).waitFor()
      await follow(page, "Inbox")
      const completed = page.locator("#webhooks details").filter({ hasText: "onboarding_session_completed" })
      expect(await completed.first().locator("summary").innerText()).toContain("Verified")
    }))
})
