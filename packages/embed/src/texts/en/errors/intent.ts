import { each, type Sentences } from "./index.ts"

const name = (which: string) => ({
  ...each(`Enter their ${which} name`),
  too_long: "Enter a shorter name",
  name_too_long: "Enter a shorter name",
  invalid_format: "Names can't have numbers or signs like ( )",
  invalid_name: "Names can't have numbers or signs like ( )",
  empty_name: `Enter their ${which} name`
})

const family = name("family")
const email = { ...each("Enter an email like name@example.com"), required: "Enter their email" }
const date = {
  ...each("Enter a real date, like 1 12 2026"),
  required: "Enter their start date",
  employment_start_date_out_of_range: "Use a date in the last 5 years or the next year"
}
const basis = each("Choose the type of work")
const frequency = each("Choose how often you pay them")

/** Mistakes in the intent embed. The review points into the view, the steps to their own fields. */
export const intent: Sentences = {
  "/given_name": name("given"),
  "/family_name": family,
  "/person/family_name": family,
  "/email": { ...email, too_long: "That email is too long" },
  "/person/email": email,
  "/phone_number": {
    ...each("Enter a mobile number, like 0491 570 006"),
    invalid_phone_number: "Enter a mobile number, like 0491 570 006"
  },
  "/remote_id": {
    ...each("Check this number, or leave it empty"),
    too_long: "Enter at most 255 characters",
    not_allowed: "Your payroll set this number, so it can't be changed here."
  },
  "/start_date": date,
  "/job/start_date": date,
  "/pay_basis": basis,
  "/job/pay_basis": basis,
  "/pay_frequency": frequency,
  "/job/pay_frequency": frequency,
  "/job_title": { ...each("Check the job title, or leave it empty"), too_long: "Enter a shorter job title" },
  "/workflow_slug": each("Choose what to ask them")
}
