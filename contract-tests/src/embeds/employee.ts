/** A new employee in the payroll application: added by the payroll's user, then filling in the form. By accessible names only. */
import type { FrameLocator, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import { choose, date, type Frame, frameOn, heading, press } from "./frame.ts"
import { follow } from "./startPayroll.ts"

/** A tax file number that is nobody's. */
export const TFN = "876 543 210"

export interface NewEmployee {
  readonly given: string
  readonly family: string
  /** Without it the employee proves the phone with a code. */
  readonly email?: string
  readonly phone?: string
}

/** Invites a person to the cafe, which has a default fund, by the payroll's own form. Shows the person's page. */
export const invite = async (page: Page, { email, family, given, phone }: NewEmployee): Promise<void> => {
  await follow(page, "People")
  await page.getByRole("link", { name: "Add a person" }).click()
  await page.getByRole("main").getByRole("link", { name: "Harbour Cafe" }).click()
  // By key: the frame above grows while it loads, and moves the summary away from a click.
  await page.getByText("Or use the payroll's own form").press("Enter")
  await page.getByLabel("Given name").fill(given)
  await page.getByLabel("Family name").fill(family)
  if (email !== undefined) await page.getByLabel("Email").fill(email)
  if (phone !== undefined) await page.getByLabel("Mobile").fill(phone)
  await page.getByRole("button", { name: "Invite", exact: true }).click()
  await page.getByRole("heading", { level: 1, name: `${given} ${family}` }).waitFor()
}

/** Opens the form as the person whose page is shown. */
export const openAs = async (page: Page, given: string): Promise<FrameLocator> => {
  await page.getByRole("link", { name: `Open as ${given}` }).click()
  return frameOn(page)
}

/** Leaves the first screen. */
export const start = async (frame: Frame): Promise<void> => {
  await heading(frame, /^Super for your new job at/)
  await press(frame, "Start")
}

/** Answers the steps "About you" and "How to reach you". */
export const answerAboutMe = async (
  frame: Frame,
  { email, phone }: Pick<NewEmployee, "email" | "phone"> = {}
): Promise<void> => {
  await heading(frame, "About you")
  await date(frame, "27", "3", "1994")
  await press(frame, "Continue")
  await heading(frame, "How to reach you")
  if (email !== undefined) await frame.getByLabel("Email").fill(email)
  if (phone !== undefined) await frame.getByLabel("Mobile number").fill(phone)
  await frame.getByLabel("Street and number").fill("12 Banksia Street")
  await frame.getByLabel("Suburb or town").fill("Craigieburn")
  await frame.getByLabel("State or territory").selectOption("Victoria")
  await frame.getByLabel("Postcode").fill("3064")
  await press(frame, "Continue")
}

/** Gives the tax file number. */
export const giveTfn = async (frame: Frame): Promise<void> => {
  await heading(frame, "Your tax file number")
  await choose(frame, "radio", "Yes, I'll enter it")
  await frame.getByRole("textbox", { name: /tax file number/i }).fill(TFN)
  await press(frame, "Continue")
}

/** Agrees to the text before the fund choice. Shows the ways to choose. */
export const agreeToChoose = async (frame: Frame): Promise<void> => {
  await heading(frame, "Before you choose")
  await press(frame, "Agree and continue")
  await heading(frame, "Choose your super fund")
}

/** Takes one of the ways to choose. */
export const takeDoor = async (frame: Frame, name: string | RegExp): Promise<void> => {
  await choose(frame, "radio", name)
  await press(frame, "Continue")
}

/** Fills in the form from its first screen, and takes one of the ways to choose. */
export const fillInUntil = async (
  page: Page,
  given: string,
  door: string | RegExp
): Promise<FrameLocator> => {
  const frame = await openAs(page, given)
  await start(frame)
  await answerAboutMe(frame, { phone: "0491 570 006" })
  await giveTfn(frame)
  await agreeToChoose(frame)
  await takeDoor(frame, door)
  return frame
}

/** Joins the simulated fund. */
export const joinBanksia = async (frame: Frame): Promise<void> => {
  await heading(frame, "Join a fund")
  await choose(frame, "radio", /Banksia Super/)
  await choose(frame, "checkbox")
  await press(frame, "Continue")
}

/** Confirms the answers. */
export const confirm = async (frame: Frame): Promise<void> => {
  await heading(frame, "Check your answers")
  await press(frame, "Confirm")
}

/** The member number on the last screen. */
export const memberNumberOn = async (frame: Frame): Promise<string> => {
  await heading(frame, "You're done")
  const number = /Member number\s+(\w+(?: \w+)*)/.exec(await frame.locator("main").innerText())?.[1]
  expect(number).toBeDefined()
  return number!
}

/** Downloads the choice form with the control, and expects a PDF. */
const expectPdf = async (page: Page, control: Locator): Promise<void> => {
  const [download] = await Promise.all([page.waitForEvent("download"), control.press("Enter")])
  expect(download.suggestedFilename()).toBe("super-choice-form.pdf")
  const stream = await download.createReadStream()
  const [first] = (await stream.take(1).toArray()) as ReadonlyArray<Buffer>
  stream.destroy()
  expect(first!.subarray(0, 5).toString()).toBe("%PDF-")
}

/** The person's page in the payroll. */
export const showPerson = async (page: Page, name: string): Promise<void> => {
  await follow(page, "People")
  await page.getByRole("main").getByRole("link", { name }).click()
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
}

/**
 * Checks the result after the last screen, which is the same in every test: the choice form there and in the payroll, these texts
 * at the person's page, and the verified webhook in the inbox.
 */
export const expectInPayroll = async (
  page: Page,
  name: string,
  texts: ReadonlyArray<string>
): Promise<void> => {
  await expectPdf(page, frameOn(page).getByRole("button", { name: "Save your super form (PDF)" }))
  await press(frameOn(page), "Done")
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
  for (const text of texts) await page.getByRole("main").getByText(text, { exact: true }).waitFor()
  await expectPdf(page, page.getByRole("link", { name: "Download the PDF" }))
  const number = await numberInPayroll(page)
  await follow(page, "Inbox")
  const completed = page
    .locator("#webhooks details")
    .filter({ hasText: "onboarding_session_completed" })
    .filter({ hasText: number })
  await completed.first().locator("summary").getByText("Verified", { exact: true }).waitFor()
}

/** The person's number in the payroll, from the person's page. The session's number begins with it. */
const numberInPayroll = async (page: Page): Promise<string> =>
  (await page.getByRole("main").getByText(/^EMP-/).innerText()).trim()
