import { each, type Sentences } from "./index.ts"

/** Mistakes in the employer embed. */
export const employer: Sentences = {
  "/fund_product_id": {
    ...each("Choose a fund"),
    not_allowed: "That fund can't be used here. Choose another.",
    not_found: "That fund isn't in the list any more. Choose another."
  },
  "/match": { required: "Choose one, or “None of these”" },
  "/employer_number": {
    ...each("Check this number, or leave it empty"),
    too_long: "This number is too long. Check it, or leave it empty.",
    invalid_format: "Use only letters, digits, spaces and - / . in this number",
    not_allowed: "That's not a number from your fund. You can leave this empty."
  },
  "/accepted_terms_versions": each("The terms changed. Read them, then continue."),
  "/reason": each("Choose a reason"),
  "/connected_by": each("Choose who deals with the ATO"),
  "/agent_number": each("Enter the agent number: 7 or 8 digits"),
  "/agent_abn": {
    ...each("Enter an ABN with 11 digits"),
    invalid_checksum: "That ABN isn't right. Check each digit."
  },
  "/industry_code": each("Choose an industry"),
  "/employee_count": each("Choose how many staff you have"),
  "/contact_name": {
    ...each("Names can't have numbers or signs like ( )"),
    required: "Enter a contact name",
    too_long: "Enter a shorter name",
    name_too_long: "Enter a shorter name",
    invalid_name: "Names can't have numbers or signs like ( )",
    empty_name: "Enter a contact name"
  },
  "/contact_email": {
    ...each("Enter an email like name@business.com.au"),
    too_long: "That email is too long"
  },
  "/contact_phone": {
    ...each("Enter a phone number, like 02 5550 1234"),
    invalid_phone_number: "Enter a phone number, like 02 5550 1234"
  },
  "/best_time_to_contact": each("Choose a time"),
  "/custom_answers": { ...each("Check your answer"), required: "Answer this question" }
}
