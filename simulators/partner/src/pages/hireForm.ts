/**
 * The payroll's own form for a new person.
 *
 * Guide: partners/wattle-payroll
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { type Mistakes, mistakesAt, problemSummary, type Values } from "./fieldMistakes.ts"
import { textInput } from "./parts.ts"

const EITHER = "Give an email, a mobile, or both."

const inputs = {
  given_name: { label: "Given name", wrong: "Enter their given name, without digits or signs." },
  family_name: { label: "Family name", wrong: "Enter their family name, without digits or signs." },
  email: { label: "Email", wrong: "Enter an email like name@example.com." },
  phone_number: { label: "Mobile", wrong: "Enter a mobile like 0491 570 006." }
} as const

type Input = keyof typeof inputs

/** That both contacts are missing is said once, at the first. */
const mistakesOf = (refusal: ServiceRefused | undefined, values: Values): Mistakes => {
  const errors = refusal?.errors ?? []
  const needsContact = errors.length > 0 && !values["email"] && !values["phone_number"]
  return { ...mistakesAt(inputs, errors), ...(needsContact ? { email: EITHER } : {}) }
}

export const hireForm = (employerId: string, values: Values, refusal?: ServiceRefused): Html => {
  const mistakes = mistakesOf(refusal, values)
  const input = (name: Input) => ({
    name,
    label: inputs[name].label,
    value: values[name],
    mistake: mistakes[name]
  })
  return html`<details id="own-form" class="card" ${refusal === undefined ? undefined : html`open`}>
    <summary>Or use the payroll's own form</summary>
    <p class="quiet">Payroll software that has the details already invites the person directly.</p>
    ${
      refusal === undefined
        ? undefined
        : problemSummary("own-form-problem", "The person isn't invited yet", inputs, mistakes, refusal)
    }
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
