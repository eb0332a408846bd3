import { employer } from "./employer.ts"
import { intent } from "./intent.ts"
import { sentenceIn } from "./sentences.ts"

const ofField = { ...employer, ...intent }

/** Where a field has no sentence of its own for a code. */
const ofCode: Readonly<Record<string, string>> = {
  required: "Fill this in",
  too_short: "This is too short",
  too_long: "This is too long",
  invalid_format: "Check how this is written",
  invalid_checksum: "That isn't right. Check each digit."
}

export const errors = {
  sentence: (_operation: string, pointer: string, code: string): string =>
    sentenceIn(ofField, ofCode, pointer, code) ?? "Check this answer"
}
