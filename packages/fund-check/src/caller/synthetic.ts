/**
 * Persons and employers that don't exist. Each person of a run differs from all before in e-mail address and TFN, also
 * from those of earlier runs, because a fund keeps its members: `run` is a number of the run's own.
 */
import { isTfn } from "@embedded-super/contracts/pure-checks"
import type {
  EmployerDetailsRequest,
  FundProfile,
  MemberRegistrationRequest
} from "@embedded-super/contracts/schemas"
import { type FundField, requirementOf } from "@embedded-super/fund-rules/profile/requirementOf"
import type { Body, Overrides } from "../FundUnderTest.ts"

/** Every field that a registration can have, but the two that differ for each person. */
const everyField: Readonly<Record<Exclude<FundField, "tfn" | "email">, string>> = {
  first_name: "Alex",
  middle_name: "Sam",
  family_name: "Testperson",
  other_name: "Alex Sample",
  date_of_birth: "1990-04-17",
  phone_number: "+61491570156",
  address_line_1: "88 George Street",
  address_line_2: "Unit 4",
  locality: "Sydney",
  postcode: "2000",
  state: "NSW",
  gender: "female",
  employment_start_date: "2026-12-01",
  contribution_frequency: "fortnightly"
}

const BASES = 10_000_000

/** Numbers of nine digits with the checksum of a TFN, each other than the ones before. */
const makeTfns = (start: number) => {
  let base = start % BASES
  return (): string => {
    for (;;) {
      base = (base + 1) % BASES
      // One base in eleven has no last digit with which the checksum fits.
      const digits = `9${String(base).padStart(7, "0")}`
      const last = [..."0123456789"].find((digit) => isTfn(digits + digit))
      if (last !== undefined) return digits + last
    }
  }
}

const withOverrides = (body: object, overrides: object): object =>
  Object.fromEntries(Object.entries({ ...body, ...overrides }).filter(([, value]) => value !== undefined))

/** The fields that the profile requires of a person, with values that are right. */
export const makeMembers = (profile: FundProfile, run: number) => {
  let count = 0
  const nextTfn = makeTfns(run)
  return (overrides: Overrides<MemberRegistrationRequest> = {}): Body<MemberRegistrationRequest> => {
    count += 1
    const values = {
      tfn: nextTfn(),
      email: `fund-check.${run.toString(36)}.${count}@example.com`,
      ...everyField
    }
    const required = Object.entries(values).filter(
      ([field]) => requirementOf(profile.fields, field as FundField) === "required"
    )
    const isExempt =
      overrides.tfn === undefined &&
      (overrides.tfn_exemption_type !== undefined ||
        (requirementOf(profile.fields, "tfn") === "excluded" && profile.tfn_exemptions_accepted))
    const person = Object.fromEntries(required.filter(([field]) => !isExempt || field !== "tfn"))
    return withOverrides(
      isExempt ? { tfn_exemption_type: "not_quoted", ...person } : person,
      overrides
    ) as Body<MemberRegistrationRequest>
  }
}

const answers = {
  industry_code: "E",
  employee_count: "5_19",
  contact_name: "Asha Wattle",
  contact_email: "asha@wattle.example",
  contact_phone: "+61491570110",
  best_time_to_contact: "morning"
} as const

/** An ABN that is kept for examples, for profiles that name none. */
export const EXAMPLE_ABN = "80000000001"

/** Details of an employer, with every answer that the fund's form asks for. */
export const employerDetailsFor = (
  { check, default_activate_usi, operations, products }: FundProfile,
  confirmedAt: string,
  overrides: Overrides<EmployerDetailsRequest> = {}
): Body<EmployerDetailsRequest> => {
  const form = operations.employer_details?.form
  const asked = (field: keyof typeof answers) => (form?.fields[field] ?? "excluded") !== "excluded"
  return withOverrides(
    {
      abn: check?.matching_abn ?? EXAMPLE_ABN,
      employer_name: "Wattle Payroll Pty Ltd",
      confirmed_at: confirmedAt,
      usi: default_activate_usi ?? products[0]?.usi,
      details: Object.fromEntries(
        Object.entries(answers).filter(([field]) => asked(field as keyof typeof answers))
      ),
      custom_answers: (form?.custom_questions ?? []).map(({ options, question, question_id }) => ({
        question_id,
        question,
        answer: options?.[0] ?? "As agreed"
      }))
    },
    overrides
  ) as Body<EmployerDetailsRequest>
}
