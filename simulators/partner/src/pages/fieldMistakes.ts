/**
 * The mistakes that the service found in a form, in the payroll's words and at the fields.
 *
 * The trap: the service names the fields of its API, with sentences for engineers. `pointer` says which input it is; of a
 * form with nested parts, its last name does.
 *
 * Guide: partners/wattle-payroll
 */
import { html, type Html } from "@embedded-super/simulator-kit"
import type { Mistake, ServiceRefused } from "../service/ServiceRefused.ts"

/** The typed values, by the name of the input. */
export type Values = Readonly<Record<string, string>>

/** The inputs of a form, in their order: each with its label and the sentence for whatever is wrong with it. */
type Inputs = Readonly<Record<string, { readonly label: string; readonly wrong: string }>>

/** The sentences at the inputs that are wrong, by the name of the input. */
export type Mistakes = Readonly<Record<string, string>>

const lastName = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1)

export const mistakesAt = (inputs: Inputs, errors: ReadonlyArray<Mistake>): Mistakes => {
  const refused = new Set(errors.map(({ pointer }) => lastName(pointer)))
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, { wrong }]) => (refused.has(name) ? [[name, wrong]] : []))
  )
}

/**
 * The summary above a form that was refused; it has the focus when the page opens. `outcome` says what didn't happen. A refusal
 * that is about no input is said here, in the service's sentence.
 */
export const problemSummary = (
  id: string,
  outcome: string,
  inputs: Inputs,
  mistakes: Mistakes,
  refusal: ServiceRefused
): Html => {
  const wrong = Object.keys(inputs).filter((name) => mistakes[name] !== undefined)
  return html`<div id="${id}" class="note bad" role="group" tabindex="-1" autofocus aria-label="${outcome}">
    ${
      wrong.length === 0
        ? html`<p>${refusal.detail}</p>`
        : html`<p>
            ${outcome}. Check
            ${wrong.map(
              (name, index) => html`${index === 0 ? "" : ", "}<a href="#${name}">${inputs[name]?.label}</a>`
            )}.
          </p>`
    }
  </div>`
}
