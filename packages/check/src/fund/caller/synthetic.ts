/**
 * Persons and employers that don't exist. Each person of a run differs from all before in e-mail address and TFN, and nearly
 * always in all else by which a fund may recognise somebody, also from those of earlier runs, because a fund keeps its
 * members: `run` is a number of the run's own.
 */
import fundApi from "@embedded-super/contracts/bundled/fund-api" with { type: "json" }
import type { MemberField } from "@embedded-super/contracts/member-fields"
import { isTfn } from "@embedded-super/contracts/pure-checks"
import type {
  AustralianState as State,
  EmployerDetailsRequest,
  FundProfile,
  MemberRegistrationRequest
} from "@embedded-super/contracts/schemas"
import { requirementOf } from "@embedded-super/rules/profile/readProfile"
import type { Body, Overrides } from "../FundUnderTest.ts"

/** Real streets, so that a fund which looks addresses up finds them. The parts of an address fit each other. */
interface Place {
  readonly street: string
  readonly locality: string
  readonly postcode: string
}

/** The place of every person, unless a check is about another state. */
const HOME: State = "NSW"

const places: { readonly [In in State]: Place } = {
  ACT: { street: "London Circuit", locality: "Canberra", postcode: "2601" },
  NSW: { street: "George Street", locality: "Sydney", postcode: "2000" },
  NT: { street: "Mitchell Street", locality: "Darwin", postcode: "0800" },
  QLD: { street: "Queen Street", locality: "Brisbane", postcode: "4000" },
  SA: { street: "King William Street", locality: "Adelaide", postcode: "5000" },
  TAS: { street: "Elizabeth Street", locality: "Hobart", postcode: "7000" },
  VIC: { street: "Collins Street", locality: "Melbourne", postcode: "3000" },
  WA: { street: "Hay Street", locality: "Perth", postcode: "6000" }
}

/** An address in a state. */
const addressIn = (state: State, number: number) => {
  const { locality, postcode, street } = places[state]
  return { address_line_1: `${number} ${street}`, locality, postcode, state }
}

const isState = (value: unknown): value is State => Object.hasOwn(places, String(value))

const DAY = 86_400_000

/** A day, so many days from today, as in `2026-12-01`. */
const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** The day on which a made-up employment begins: a fixed one would be years ago one day. */
export const START_DATE = inDays(14)

/**
 * Days on which an employment may begin: the service takes five years back and one year ahead (D-dates). Each is named so
 * that it completes "The fund refuses …".
 */
export const startDates: ReadonlyArray<readonly [what: string, date: string]> = [
  ["an employment start date in the past", inDays(-30)],
  ["an employment start date four years ago", inDays(-4 * 365)],
  ["an employment start date in the future", inDays(200)]
]

export const START_DATE_HINT =
  "Take every day from five years ago to a year ahead: people are onboarded before they begin, and long after."

const { schemas } = fundApi.components

/** The first example of each field's schema. A property is a reference to a named schema of scalar values. */
const examples = Object.fromEntries(
  Object.entries(schemas.MemberRegistrationRequest.properties).map(([field, { $ref }]) => {
    const name = $ref.slice($ref.lastIndexOf("/") + 1) as keyof typeof schemas
    return [field, (schemas[name] as { readonly examples: ReadonlyArray<string> }).examples[0]!]
  })
) as Readonly<Record<MemberField, string>>

/** Every field that is the same for each person; one that isn't here has the specification's example. */
export const sameForAll = {
  middle_name: "Sam",
  other_name: "Alex Sample",
  address_line_2: "Unit 4",
  gender: "female",
  employment_start_date: START_DATE,
  contribution_frequency: "fortnightly"
} as const

const firstNames = [
  ...["Alex", "Billie", "Casey", "Drew", "Eden", "Frankie", "Gale", "Harper", "Indigo", "Jamie"],
  ...["Kerry", "Lee", "Morgan", "Noel", "Ollie", "Pat", "Quinn", "Robin", "Sasha", "Toni"]
]

const CONSONANTS = [..."bdfgklmnprstvz"]
const VOWELS = [..."aeiou"]

/** Numbers that are kept for films and books, so that a message of the fund reaches nobody. */
const phones = [
  ...["570006", "570110", "570156", "570157", "570158", "570159", "570313", "570737", "571266", "571491"],
  ...["571804", "572549", "572665", "572983", "573087", "573770", "574118", "574632", "575254", "575789"],
  ...["576398", "576801", "577426", "577644", "578148", "578888", "578957", "579212", "579455", "579760"]
]

/** Adults, of whom none is old. */
const FIRST_BIRTH = Date.UTC(1965, 0, 1)
const BIRTHS = Math.floor((Date.UTC(2000, 0, 1) - FIRST_BIRTH) / DAY)

/** Draws numbers that follow from the given ones. */
const drawing = (run: number, count: number) => {
  let state = 0
  for (const part of [run % 2 ** 32, Math.floor(run / 2 ** 32), count])
    state = (Math.imul(state ^ part, 0x9e3779b1) ^ (state >>> 15)) >>> 0
  return (below: number): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const oneOf = <A>(all: ReadonlyArray<A>, draw: (below: number) => number): A => all[draw(all.length)]!

/** The values that differ from person to person, apart from the numbers that can't be drawn. */
const drawnPerson = (run: number, count: number, state: State) => {
  const draw = drawing(run, count)
  const syllable = () => oneOf(CONSONANTS, draw) + oneOf(VOWELS, draw)
  const birth = new Date(FIRST_BIRTH + draw(BIRTHS) * DAY)
  return {
    first_name: oneOf(firstNames, draw),
    family_name: `Test${syllable()}${syllable()}`,
    date_of_birth: birth.toISOString().slice(0, 10).replace("-02-29", "-02-28"),
    phone_number: `+61491${oneOf(phones, draw)}`,
    ...addressIn(state, 1 + draw(400))
  }
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

/** The fields that the profile requires of a person, with values that are right; and further tax file numbers. */
export const makeMembers = (profile: FundProfile, run: number) => {
  let count = 0
  const nextTfn = makeTfns(run)
  const member = (overrides: Overrides<MemberRegistrationRequest> = {}): Body<MemberRegistrationRequest> => {
    count += 1
    const values: Readonly<Record<MemberField, string>> = {
      ...examples,
      tfn: nextTfn(),
      email: `fund-check.${run.toString(36)}.${count}@example.com`,
      ...sameForAll,
      ...drawnPerson(run, count, isState(overrides.state) ? overrides.state : HOME)
    }
    const required = Object.entries(values).filter(
      ([field]) => requirementOf(profile.fields, field as MemberField) === "required"
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
  return { member, tfn: nextTfn }
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
