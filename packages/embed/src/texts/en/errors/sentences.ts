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
