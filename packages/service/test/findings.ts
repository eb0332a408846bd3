import { assert } from "@effect/vitest"

interface Finding {
  readonly pointer: string
  readonly code: string
}

/** The findings of a refusal, each as its pointer and its code. */
export const findingsOf = (errors: ReadonlyArray<Finding> = []): Array<string> =>
  errors.map(({ code, pointer }) => `${pointer} ${code}`)

/** The code of a refusal, and its findings. */
export const refusalOf = (error: { readonly code: string; readonly errors?: ReadonlyArray<Finding> }) => [
  error.code,
  ...findingsOf(error.errors)
]

/** All findings of an answer that has to be 422, in alphabetical order. */
export const findingsIn = ({
  body,
  status
}: {
  readonly status: number
  readonly body: { readonly errors: ReadonlyArray<Finding> }
}): Array<string> => {
  assert.strictEqual(status, 422, JSON.stringify(body))
  return findingsOf(body.errors).toSorted()
}
