import { checkField, type FieldRules } from "@embedded-super/contracts/checkField"
import type { FieldError } from "../frame/outcome.ts"
import { dateAt } from "./dateAt.ts"
import { fieldsOf, type TextAt } from "./form.ts"

/** Finds the mistakes in a form's fields. */
export type Rules = (
  form: HTMLFormElement,
  text: TextAt,
  nameOf: (pointer: string) => string
) => ReadonlyArray<FieldError>

/**
 * Checks the fields that the form asks for by the rules of an operation; fields that it doesn't show aren't checked. A function,
 * so that only the apps that use it load it.
 */
export const byRules =
  (rules: FieldRules): Rules =>
  (form, text, nameOf) => {
    const fields = fieldsOf(form)
    return Object.entries(rules).flatMap(([pointer, rule]) => {
      const name = nameOf(pointer)
      if (!fields.includes(name)) return []
      const code = checkField(rule, text(name) ?? dateAt(text, name))
      return code === undefined ? [] : [{ pointer, code }]
    })
  }
