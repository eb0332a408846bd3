/**
 * Why a fund refused someone, in the payroll's words. The issue has a reason and names of fields: no value, and no text of
 * the fund.
 *
 * Guide: partners/employer-issues
 */
import type { EmployerIssue } from "@embedded-super/partner-sdk"
import type { Person } from "../payroll/People.ts"

export type RefusedField = EmployerIssue["refused_fields"][number]

/** The fields of a registration, as people call them, with the input of the correction form that holds each. */
export const refusedFields: Readonly<Record<RefusedField, readonly [words: string, input?: string]>> = {
  tfn: ["tax file number"],
  tfn_exemption_type: ["reason for having no tax file number"],
  first_name: ["given name", "given_name"],
  middle_name: ["middle name", "middle_name"],
  family_name: ["family name", "family_name"],
  other_name: ["former name", "previous_family_name"],
  date_of_birth: ["date of birth", "date_of_birth"],
  email: ["email", "email"],
  phone_number: ["mobile", "phone_number"],
  address_line_1: ["street and number", "address_line_1"],
  address_line_2: ["unit or flat", "address_line_2"],
  locality: ["suburb or town", "locality"],
  postcode: ["postcode", "postcode"],
  state: ["state or territory", "state"],
  gender: ["gender"],
  employment_start_date: ["first day of the job", "start_date"],
  contribution_frequency: ["how often they're paid", "pay_frequency"]
}

const listed = (fields: ReadonlyArray<RefusedField>): string =>
  new Intl.ListFormat("en-AU").format(fields.map((field) => refusedFields[field][0]))

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
