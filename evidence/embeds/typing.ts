/** A new person types into the form "About you" of the employee embed, and finds everything there again. */
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { en } from "@embedded-super/embed/testing"
import { type Frame, heading, press } from "@embedded-super/contract-tests/embeds/frame"
import type { Payroll } from "@embedded-super/contract-tests/embeds/startPayroll"

/** Texts by the label of their field. */
export type Answers = Readonly<Record<string, string>>

const { contact, fields, identity, welcome } = en.employee
const { date } = en.common

/** The answers to type, in this order. The focus stays in the last field. */
export const typed: Answers = {
  [fields.first_name]: "Siobhán",
  [fields.middle_name]: "Áine",
  [fields.family_name]: "O’Brien-Łuk",
  [date.day]: "27",
  [date.month]: "3",
  [date.year]: "1994"
}

/** A person on the payroll, invited and not started. */
export interface Hired {
  readonly remoteId: string
  readonly sessionId: string
}

let hires = 0

/** Hires a person at the employer that has a default fund. */
export const hire = async ({ control, partnerApi }: Payroll, email?: string): Promise<Hired> => {
  const [employer] = await partnerApi("GET", "employers?remote_id=ER-1003")
  const remoteId = `EMP-${900 + ++hires}`
  const { onboarding_session_id } = await control("POST", "payroll/employees", {
    employer_id: employer.id,
    remote_id: remoteId,
    given_name: "Robin",
    family_name: "Starter",
    email: email ?? `robin.${hires}@example.com`
  })
  return { remoteId, sessionId: onboarding_session_id }
}

/** Starts the form of a person who hasn't typed anything yet. */
export const startForm = async (frame: Frame): Promise<void> => {
  await press(frame, welcome.start)
  await heading(frame, identity.title)
}

/** A field by its label, to which a form may add that it is optional. */
export const field = (frame: Frame, label: string) =>
  frame.getByRole("textbox", { name: new RegExp(`^${label}( |$)`) })

/** Types as a person does, key by key in the last field, which keeps the focus. */
export const type = async (frame: Frame, answers: Answers): Promise<void> => {
  const labels = Object.keys(answers)
  for (const label of labels.slice(0, -1)) await field(frame, label).fill(answers[label]!)
  const last = labels.at(-1)!
  await field(frame, last).fill("")
  await field(frame, last).pressSequentially(answers[last]!)
}

/** Waits until the service has kept a text as a draft. Made before anything is typed on the page. */
export const draftsOf = (page: Page): ((text: string) => Promise<void>) => {
  const kept: Array<string> = []
  page.on("response", (response) => {
    const request = response.request()
    if (request.method() === "PATCH" && response.ok()) kept.push(request.postData() ?? "")
  })
  return (text) => expect.poll(() => kept.join()).toContain(text)
}

/** The form has these answers; waits, because a reload shows them when it has them. */
export const expectTyped = async (frame: Frame, answers: Answers): Promise<void> => {
  await heading(frame, identity.title)
  const read = async () => {
    const values = Object.keys(answers).map(async (label) => [label, await field(frame, label).inputValue()])
    return Object.fromEntries(await Promise.all(values))
  }
  await expect.poll(read).toEqual(answers)
}

/** Saves the step, and is at the next one. */
export const finishStep = async (frame: Frame): Promise<void> => {
  await press(frame, en.common.continue)
  await heading(frame, contact.title)
}
