/**
 * The payroll's own form for a new person, and what the service found wrong with it, in the payroll's words and at the
 * fields.
 *
 * The trap: the service names the fields of its API, with sentences for engineers. `pointer` says which input it is.
 *
 * Guide: partners/wattle-payroll
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import type { Mistake, ServiceRefused } from "../service/ServiceRefused.ts"
import { textInput } from "./parts.ts"

/** What was typed, by the name of the input. */
export type HireValues = Readonly<Record<string, string>>

const EITHER = "Give an email, a mobile, or both."

const inputs = {
  given_name: { label: "Given name", wrong: "Enter their given name, without digits or signs." },
  family_name: { label: "Family name", wrong: "Enter their family name, without digits or signs." },
  email: { label: "Email", wrong: "Enter an email like name@example.com." },
  phone_number: { label: "Mobile", wrong: "Enter a mobile like 0491 570 006." }
} as const

type Input = keyof typeof inputs

const names = Object.keys(inputs) as ReadonlyArray<Input>

/** The inputs that are wrong, each with one sentence. That both contacts are missing is said once, at the first. */
const mistakesOf = (
  errors: ReadonlyArray<Mistake>,
  values: HireValues
): Readonly<Partial<Record<Input, string | undefined>>> => {
  const needsContact = errors.length > 0 && !values["email"] && !values["phone_number"]
  const mistakeOf = (name: Input): string | undefined =>
    name === "email" && needsContact
      ? EITHER
      : errors.some(({ pointer }) => pointer.endsWith(`/${name}`))
        ? inputs[name].wrong
        : undefined
  return Object.fromEntries(names.map((name) => [name, mistakeOf(name)]))
}

/** It has the focus when the page opens. A refusal that is about no input is said here. */
const summary = (refusal: ServiceRefused, wrong: ReadonlyArray<Input>): Html =>
  html`<div
    id="own-form-problem"
    class="note bad"
    role="group"
    tabindex="-1"
    autofocus
    aria-label="The person isn't invited yet"
  >
    ${
      wrong.length === 0
        ? html`<p>${refusal.detail}</p>`
        : html`<p>
            The person isn't invited yet. Check
            ${wrong.map(
              (name, index) => html`${index === 0 ? "" : ", "}<a href="#${name}">${inputs[name].label}</a>`
            )}.
          </p>`
    }
  </div>`

export const hireForm = (employerId: string, values: HireValues, refusal?: ServiceRefused): Html => {
  const mistakes = mistakesOf(refusal?.errors ?? [], values)
  const wrong = names.filter((name) => mistakes[name] !== undefined)
  const input = (name: Input) => ({
    name,
    label: inputs[name].label,
    value: values[name],
    mistake: mistakes[name]
  })
  return html`<details id="own-form" class="card" ${refusal === undefined ? undefined : html`open`}>
    <summary>Or use the payroll's own form</summary>
    <p class="quiet">Payroll software that has the details already invites the person directly.</p>
    ${refusal === undefined ? undefined : summary(refusal, wrong)}
    <form method="post" action="/people/new?employer=${employerId}">
      ${textInput({ ...input("given_name"), isOptional: true })} ${textInput(input("family_name"))}
      <fieldset>
        <legend>How to reach them</legend>
        <p class="hint">${EITHER} Without an email, they prove their mobile with a code.</p>
        ${textInput({ ...input("email"), type: "email", isOptional: true })}
        ${textInput({ ...input("phone_number"), type: "tel", isOptional: true })}
      </fieldset>
      <button>Invite</button>
    </form>
  </details>`
}
