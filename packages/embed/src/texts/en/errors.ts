/**
 * The sentences about mistakes: by field and code, then by code alone. `operation` is the embed API's, for the fields whose
 * sentence depends on where they are.
 */
const ofField: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/fund_product_id": {
    required: "Choose a fund",
    not_allowed: "That fund can't be used here. Choose another.",
    not_found: "That fund isn't in the list any more. Choose another."
  },
  "/employer_number": {
    too_long: "Enter at most 50 characters",
    invalid_format: "Use letters, digits and single spaces only",
    not_allowed: "Enter your number in the fund, or leave it empty"
  },
  "/accepted_terms_versions": {
    required: "The terms changed. Read them, then continue.",
    not_allowed: "The terms changed. Read them, then continue."
  },
  "/reason": { required: "Choose a reason" }
}

const ofCode: Readonly<Record<string, string>> = {
  required: "Fill this in",
  too_short: "This is too short",
  too_long: "This is too long",
  invalid_format: "Check how this is written",
  invalid_checksum: "That isn't right. Check each digit."
}

export const errors = {
  sentence: (_operation: string, pointer: string, code: string): string =>
    ofField[pointer]?.[code] ?? ofCode[code] ?? "Check this answer"
}
