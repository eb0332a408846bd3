import { createContext } from "preact"
import { useContext, useId } from "preact/hooks"
import { checkField, type FieldRules } from "@embedded-super/contracts/checkField"
import type { FieldError } from "../frame/outcome.ts"
import { dateAt } from "./dateAt.ts"

/** The text of a field, trimmed and without what shows nothing; undefined if it is empty. */
export type TextAt = (pointer: string) => string | undefined

/** The values that a form gives its fields, by pointer. */
export interface FormShared {
  /** The sentence about the mistake in a field; undefined if there is none. */
  readonly errorAt: (pointer: string) => string | undefined
  /** The text that the person typed into a field before, and didn't save; undefined if there is none. */
  readonly draftAt: (pointer: string) => string | undefined
}

const Context = createContext<FormShared>({ errorAt: () => undefined, draftAt: () => undefined })

export const FormProvider = Context.Provider

/** A field's ids, its mistake, its draft, and what its input must carry. */
export const useField = (pointer: string, hint?: unknown) => {
  const id = useId()
  const form = useContext(Context)
  const error = form.errorAt(pointer)
  const describedBy = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return {
    id,
    error,
    draft: form.draftAt(pointer),
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
    input: {
      id,
      name: pointer,
      "aria-invalid": error !== undefined,
      ...(describedBy === "" ? {} : { "aria-describedby": describedBy })
    }
  }
}

/** Whether one of these fields has a mistake. */
export const useFieldErrors = (pointers: ReadonlyArray<string>): boolean => {
  const { errorAt } = useContext(Context)
  return pointers.some((pointer) => errorAt(pointer) !== undefined)
}

/** The names of a form's fields, in their order; a date in three boxes is one field. */
export const fieldsOf = (form: HTMLFormElement): ReadonlyArray<string | null> =>
  [...form.elements].map((element) => element.getAttribute("data-at") ?? element.getAttribute("name"))

/** The same fields, without those that are undefined: a body leaves out what wasn't filled in. */
export type Given<A> = { [K in keyof A as undefined extends A[K] ? never : K]: A[K] } & {
  [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined>
}

export const given = <const A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>

/** The one of these values that a field's text is. */
export const oneOf = <const Value extends string>(
  values: ReadonlyArray<Value>,
  text: string | undefined
): Value | undefined => values.find((value) => value === text)

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
