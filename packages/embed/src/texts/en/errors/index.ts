/** Sentences about the mistakes in fields: by pointer, then by the service's code. */
export type Sentences = Readonly<Record<string, Readonly<Record<string, string>>>>

/** One sentence for whatever is wrong with a field. */
export const each = (sentence: string): Readonly<Record<string, string>> => ({
  required: sentence,
  too_short: sentence,
  too_long: sentence,
  invalid_format: sentence,
  invalid_checksum: sentence,
  not_allowed: sentence
})

/** The sentence about a mistake: of the field, else of the list that it is in, else of the code. */
export const sentenceIn = (
  ofField: Sentences,
  ofCode: Readonly<Record<string, string>>,
  pointer: string,
  code: string
): string | undefined => {
  const list = `/${pointer.split("/")[1] ?? ""}`
  return ofField[pointer]?.[code] ?? ofField[list]?.[code] ?? ofCode[code]
}

/** Where a field has no sentence of its own for a code. */
const ofCode: Readonly<Record<string, string>> = {
  required: "Fill this in",
  too_short: "This is too short",
  too_long: "This is too long",
  name_too_long: "This is too long",
  empty_name: "Fill this in",
  invalid_name: "Use only letters here. No numbers or signs like ( ).",
  not_latin: "Use Latin letters (A to Z). Funds can't read others.",
  invalid_format: "Check how this is written",
  invalid_checksum: "That isn't right. Check each digit."
}

export interface ErrorWords {
  readonly sentence: (operation: string, pointer: string, code: string) => string
}

/** The sentences of an app: those of its operations, and those of fields that are alike in all its other operations. */
export const errorsIn = (
  ofOperation: Readonly<Record<string, Sentences>>,
  ...ofFields: ReadonlyArray<Sentences>
): ErrorWords => {
  const ofField: Sentences = Object.assign({}, ...ofFields)
  return {
    sentence: (operation, pointer, code) =>
      sentenceIn(ofOperation[operation] ?? ofField, ofCode, pointer, code) ?? "Check this answer"
  }
}
