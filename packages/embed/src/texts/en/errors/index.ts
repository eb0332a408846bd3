import { employee } from "./employee.ts"
import { employer } from "./employer.ts"
import { sentenceIn, type Sentences } from "./sentences.ts"

const ofField = { ...employer }

/** Where a field has other sentences in other operations. */
const ofOperation: Readonly<Record<string, Sentences>> = employee

/** Where a field has no sentence of its own for a code. */
const ofCode: Readonly<Record<string, string>> = {
  required: "Fill this in",
  too_short: "This is too short",
  too_long: "This is too long",
  name_too_long: "This is too long",
  invalid_format: "Check how this is written",
  invalid_checksum: "That isn't right. Check each digit."
}

export const errors = {
  sentence: (operation: string, pointer: string, code: string): string =>
    sentenceIn(ofOperation[operation] ?? ofField, ofCode, pointer, code) ?? "Check this answer"
}
