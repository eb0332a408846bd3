import { useWords } from "../frame/context.ts"
import type { EmployeeView, StepName } from "./screens.ts"
import { valuesOf, warningAt } from "./values.ts"

/** The sentences about unusual values in a step, by field. The form can be sent with them. */
export const useWarnings = (view: EmployeeView, step: StepName) => {
  const { contact, warnings } = useWords().employee
  return (pointer: string): string | undefined => {
    const code = warningAt(view, step, pointer)
    if (code === undefined) return undefined
    if (code === "postcode_of_another_state") {
      const value = valuesOf(view, "contact")
      const state = value("/address/state") ?? ""
      return warnings[code](
        value("/address/postcode") ?? "",
        (contact.states as Readonly<Record<string, string>>)[state] ?? state
      )
    }
    const sentence = (warnings as Readonly<Record<string, unknown>>)[code]
    return typeof sentence === "string" ? sentence : warnings.other
  }
}
