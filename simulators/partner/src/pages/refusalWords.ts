/**
 * Why a fund refused someone, in the payroll's words. The issue has a reason and names of fields: no value, and no text of
 * the fund.
 *
 * Guide: partners/employer-issues
 */
import type { EmployerIssue } from "@embedded-super/partner-sdk"
import { CORRECTED } from "../payroll/corrections.ts"
import type { Person } from "../payroll/People.ts"

export type RefusedField = EmployerIssue["refused_fields"][number]

/** The fields of a registration that the payroll calls otherwise than the fund API. */
const words: Readonly<Partial<Record<RefusedField, string>>> = {
  tfn: "tax file number",
  tfn_exemption_type: "reason for having no tax file number",
  first_name: "given name",
  other_name: "former name",
  phone_number: "mobile",
  address_line_1: "street and number",
  address_line_2: "unit or flat",
  locality: "suburb or town",
  state: "state or territory",
  employment_start_date: "first day of the job",
  contribution_frequency: "how often they're paid"
}

/** A field of a registration, as people call it. */
export const wordsFor = (field: RefusedField): string => words[field] ?? field.replaceAll("_", " ")

const inputs: Readonly<Partial<Record<RefusedField, string>>> = {
  first_name: "given_name",
  other_name: "previous_family_name",
  employment_start_date: "start_date",
  contribution_frequency: "pay_frequency"
}

/** The input of the correction form that holds a field; undefined if only the person can correct it. */
export const inputFor = (field: RefusedField): (typeof CORRECTED)[number] | undefined =>
  CORRECTED.find((name) => name === (inputs[field] ?? field))

const listed = (fields: ReadonlyArray<RefusedField>): string =>
  new Intl.ListFormat("en-AU").format(fields.map(wordsFor))

/** Why the person has no member number; undefined for an issue that is about something else. */
export const whyRefused = (
  issue: EmployerIssue,
  { family_name, given_name, record }: Pick<Person, "family_name" | "given_name" | "record">
): string | undefined => {
  const name = given_name ?? family_name
  const fund = record?.fund_name ?? "The fund"
  switch (issue.reason) {
    case "field":
      return `${fund} didn't accept ${name}'s ${listed(issue.refused_fields)}.`
    case "duplicate":
      return `${fund} says that ${name} is a member already.`
    case "age":
      return `${fund} takes no new members of ${name}'s age.`
    case "eligibility":
      return `${fund} says that ${name} can't join.`
    case "other":
      return `${fund} refused ${name}, and gave no reason that this payroll can read.`
    case null:
      return issue.kind === "member_registration_failed"
        ? `There is no member number from ${fund} for ${name} yet. Get it from ${fund}, or ask ${name}.`
        : undefined
  }
}
