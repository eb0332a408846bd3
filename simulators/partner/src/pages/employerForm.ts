/**
 * The form for an employer's name and ABN: a new one's, or a correction.
 *
 * Guide: partners/wattle-payroll
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import type { ServiceRefused } from "../service/ServiceRefused.ts"
import { mistakesAt, problemSummary, type Values } from "./fieldMistakes.ts"
import { textInput } from "./parts.ts"

const inputs = {
  name: { label: "Business name", wrong: "Enter the name of the business." },
  abn: { label: "ABN", wrong: "Check the ABN. It has 11 digits, and one of these is wrong or missing." }
} as const

interface EmployerForm {
  readonly id: string
  /** The words for the form: the fold's title, the button, and the action that a refusal says didn't happen. */
  readonly words: { readonly title: string; readonly button: string; readonly notDone: string }
  readonly path: string
  readonly values: Values
  readonly isOpen: boolean
  readonly refusal: ServiceRefused | undefined
}

export const employerForm = ({ id, isOpen, path, refusal, values, words }: EmployerForm): Html => {
  const mistakes = mistakesAt(inputs, refusal?.errors ?? [])
  const input = (name: keyof typeof inputs) => ({
    name,
    label: inputs[name].label,
    value: values[name],
    mistake: mistakes[name]
  })
  return html`<details id="${id}" class="card" ${isOpen ? html`open` : undefined}>
    <summary>${words.title}</summary>
    ${
      refusal === undefined
        ? undefined
        : problemSummary(`${id}-problem`, words.notDone, inputs, mistakes, refusal)
    }
    <form method="post" action="${path}">
      ${textInput(input("name"))} ${textInput({ ...input("abn"), hint: "11 digits, like 51 824 753 556" })}
      <button>${words.button}</button>
    </form>
  </details>`
}
