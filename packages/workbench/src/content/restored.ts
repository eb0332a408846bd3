/** A masked value of an edited body that can't be replaced by the original one. */
export interface NotRestored {
  /** A JSON Pointer as a URI fragment: `#/contact/email`. */
  readonly pointer: string
  readonly code: "masked_value" | "not_json"
  readonly detail: string
}

/** The edited body with the original values in place of their masks; or the places that have none. */
export interface Restored {
  readonly body: string
  readonly findings: ReadonlyArray<NotRestored>
}

export const restored = (edited: string, _original: string | null): Restored => ({
  body: edited,
  findings: []
})
