/**
 * The form in which an employer corrects what a fund refused, or an address that was mistyped. The fields that the fund named are
 * marked.
 *
 * Guide: partners/employer-issues
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import type { Corrections } from "../payroll/corrections.ts"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { type Mistakes, mistakesAt, problemSummary } from "./fieldMistakes.ts"
import { selectInput, type TextInput, textInput } from "./parts.ts"
import { inputFor, type RefusedField, wordsFor } from "./refusalWords.ts"

const NAME = "Enter it without digits or signs."

const inputs = {
  given_name: { label: "Given name", wrong: NAME },
  middle_name: { label: "Middle name", wrong: NAME },
  family_name: { label: "Family name", wrong: NAME },
  previous_family_name: { label: "Former family name", wrong: NAME },
  date_of_birth: {
    label: "Date of birth",
    wrong: "Enter a date of a person between 13 and 100 years of age."
  },
  email: { label: "Email", wrong: "Enter an email like name@example.com." },
  phone_number: { label: "Mobile", wrong: "Enter a mobile like 0491 570 006." },
  address_line_1: { label: "Street and number", wrong: "Enter the street and number." },
  address_line_2: { label: "Unit or flat", wrong: "Enter it in up to 100 letters." },
  locality: { label: "Suburb or town", wrong: "Enter the suburb or town." },
  state: { label: "State or territory", wrong: "Choose the state or territory." },
  postcode: { label: "Postcode", wrong: "Enter 4 digits." },
  start_date: { label: "First day of the job", wrong: "Enter a day from five years ago to one year ahead." },
  pay_frequency: { label: "Paid how often", wrong: "Choose how often." },
  usi: { label: "USI", wrong: "Enter the fund's USI, as on the statement." },
  member_number: { label: "Member number", wrong: "Enter the number as on the statement." }
} as const
type Name = keyof typeof inputs

const states = ["ACT", "NSW", "NT", "QLD", "SA", "TAS", "VIC", "WA"].map((state) => [state, state] as const)

const frequencies = [
  ["weekly", "Every week"],
  ["fortnightly", "Every two weeks"],
  ["four_weekly", "Every four weeks"],
  ["twice_monthly", "Twice a month"],
  ["monthly", "Every month"],
  ["quarterly", "Every three months"],
  ["irregular", "At no fixed time"]
] as const

interface CorrectForm {
  readonly name: string
  readonly path: string
  readonly values: Corrections
  /** The fields that the fund named. */
  readonly refused: ReadonlyArray<RefusedField>
  readonly refusal: ServiceRefused | undefined
}

const refusedMistakes = (refused: ReadonlyArray<RefusedField>): Mistakes =>
  Object.fromEntries(
    refused.flatMap((field) => {
      const input = inputFor(field)
      return input === undefined ? [] : [[input, "The fund didn't accept this."]]
    })
  )

/** The fields that the fund named and only the person can correct: no payroll asks for them. */
const onlyThem = (name: string, refused: ReadonlyArray<RefusedField>): Html | undefined => {
  const words = refused.filter((field) => inputFor(field) === undefined).map(wordsFor)
  return words.length === 0
    ? undefined
    : html`<p class="note warn">
        ${name} corrects this on the new form: ${new Intl.ListFormat("en-AU").format(words)}.
      </p>`
}

export const correctForm = ({ name, path, refusal, refused, values }: CorrectForm): Html => {
  const mistakes = refusal === undefined ? refusedMistakes(refused) : mistakesAt(inputs, refusal.errors)
  const input = (of: Name, more: Partial<TextInput> = {}): TextInput => ({
    name: of,
    label: inputs[of].label,
    value: values[of],
    mistake: mistakes[of],
    isOptional: of !== "family_name",
    ...more
  })
  return html`${
      refusal === undefined
        ? onlyThem(name, refused)
        : problemSummary("correct-problem", "Nothing is sent yet", inputs, mistakes, refusal)
    }
    <form method="post" action="${path}" class="card">
      <fieldset id="details">
        <legend>About ${name}</legend>
        ${textInput(input("given_name"))} ${textInput(input("middle_name"))}
        ${textInput(input("family_name"))} ${textInput(input("previous_family_name"))}
        ${textInput(input("date_of_birth", { type: "date" }))}
      </fieldset>
      <fieldset>
        <legend>How to reach them</legend>
        ${textInput(input("email", { type: "email" }))} ${textInput(input("phone_number", { type: "tel" }))}
      </fieldset>
      <fieldset>
        <legend>Where they live</legend>
        ${textInput(input("address_line_1"))} ${textInput(input("address_line_2"))}
        ${textInput(input("locality"))} ${selectInput(input("state"), states)} ${textInput(input("postcode"))}
      </fieldset>
      <fieldset>
        <legend>The job</legend>
        ${textInput(input("start_date", { type: "date" }))}
        ${selectInput(input("pay_frequency"), frequencies)}
      </fieldset>
      <fieldset id="fund">
        <legend>A fund that they have already</legend>
        <p class="hint">If they told you. They keep it on the new form, or choose another.</p>
        ${textInput(input("usi"))} ${textInput(input("member_number"))}
      </fieldset>
      <button>Send ${name} a new form</button>
    </form>`
}
