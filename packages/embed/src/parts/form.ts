import { createContext } from "preact"
import { useContext, useId } from "preact/hooks"

/** The text of a field, trimmed; undefined if it is empty. */
export type TextAt = (pointer: string) => string | undefined

/** What a form gives its fields: the mistakes by pointer, as sentences. */
export interface FormShared {
  /** The sentence about the mistake in a field; undefined if there is none. */
  readonly errorAt: (pointer: string) => string | undefined
}

const Context = createContext<FormShared>({ errorAt: () => undefined })

export const FormProvider = Context.Provider

/** A field's ids, its mistake, and what its input must carry. */
export const useField = (pointer: string, hint?: string) => {
  const id = useId()
  const error = useContext(Context).errorAt(pointer)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return {
    id,
    error,
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
