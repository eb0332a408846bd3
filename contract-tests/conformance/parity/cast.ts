/** The persons whom the service registers with each fund: between them they have all that funds stumble over. */
import type { EmbedIdentityStep } from "@embedded-super/contracts/schemas"
import {
  type contact,
  creation,
  type Employer,
  type tax
} from "../../../packages/service/test/TestOnboarding.ts"

type Contact = NonNullable<Parameters<typeof contact>[0]>

export interface Person {
  /** Unique among the persons of a fund. */
  readonly name: string
  readonly identity: typeof EmbedIdentityStep.Encoded
  readonly contact: Contact
  readonly tax: Parameters<typeof tax>[0]
  readonly creation?: Parameters<typeof creation>[1]
  /** Whom this person comes after: what the fund answers to one may hold the calls of all others. */
  readonly turn?: 1 | 2 | 3
}

const melbourne = {
  address_line_1: "1 Spring Street",
  locality: "Melbourne",
  postcode: "3000",
  state: "VIC"
} as const

/** Without anything that a fund may do without. */
const plain: Person = {
  name: "plain",
  identity: { given_name: "Tom", family_name: "Lee", date_of_birth: "1990-05-17" },
  contact: { email: "tom.lee@example.com", phone_number: "0491 570 156", address: melbourne },
  tax: { tfn: "459 599 230" }
}

/** Some funds refuse an employment that hasn't begun, or one that has: this one begins in a fortnight, whatever the day. */
const SOON = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)

/** Everything at once: each field, in its longest and most unusual form. */
const full: Person = {
  name: "full",
  identity: {
    given_name: "Zoë-Marie".padEnd(76, "a"),
    middle_name: "Áine",
    family_name: "O'Brien van der Nguyễn-Đặng".padEnd(60, "a"),
    previous_given_name: "Zoë",
    previous_family_name: "Byrne",
    date_of_birth: "1996-02-29",
    gender: "other",
    gender_other: "Agender"
  },
  contact: {
    email: "zoe@example.com",
    phone_number: "+64 21 123 456",
    address: {
      address_line_1: "8471 Quandong Parade ".padEnd(100, "a"),
      address_line_2: "Unit 4",
      locality: "Darwin",
      postcode: "0800",
      state: "NT"
    }
  },
  tax: { tfn: "876 543 210" },
  creation: {
    employee_detail: { employment: { start_date: SOON, pay_frequency: "four_weekly" } }
  }
}

/** As little as a person can have: a single name of one letter, and no tax file number yet. */
const exempt: Person = {
  name: "exempt",
  identity: { family_name: "Ō", date_of_birth: "1929-12-07" },
  contact: {
    email: "li@example.com",
    phone_number: "0491 570 157",
    address: { address_line_1: "2 London Circuit", locality: "O", postcode: "0200", state: "ACT" }
  },
  tax: { tfn_exemption_type: "pending" }
}

/** The same person again, at another employer. */
const again = (person: Person): Person => ({ ...person, name: `${person.name}, again` })

/** Persons whose e-mail address has the simulator answer in a special way. */
const special = (name: string, magic: string, born: string): Person => ({
  ...plain,
  name,
  identity: { ...plain.identity, date_of_birth: born },
  contact: { ...plain.contact, email: `tom.lee+${magic}@example.com` }
})

export const LOST = "answer-lost"

const busy: Person = { ...special("too many calls", "429-30", "1991-01-01"), turn: 3 }
const failing: Person = { ...special("fund fails twice", "503x2", "1991-01-02"), turn: 1 }
const invalid: Person = { ...special("found invalid", "400", "1991-01-03"), turn: 2 }
const lost = special("answer lost", LOST, "1991-01-04")
const rotated = special("after new credentials", "rotated", "1991-01-05")

/** One more than a busy fund serves at the same time. */
export const CROWD = { size: 6, mark: "crowd" } as const

const crowd = Array.from({ length: CROWD.size }, (_, index): Person => ({
  ...special(`at once ${index}`, `${CROWD.mark}${index}`, `1992-01-0${index + 1}`),
  turn: 1
}))

const content = [plain, full, exempt]

/** Whom the service registers with a fund of a group of flaws; the plain person, if the group isn't named. */
export const casts: Readonly<Record<string, ReadonlyArray<Person>>> = {
  register: [...content, again(plain), lost],
  schema: content,
  privacy: [plain, invalid],
  errors: [plain, failing, invalid, busy],
  correct: [full, again(full)],
  busy: [plain, ...crowd],
  usual: [plain]
}

/** Registered after the credentials were replaced, at a fund that verifies signatures of the service. */
export const afterNewCredentials = rotated

/** The body of a session's creation for this person. */
export const sessionOf = (employer: Employer, { contact: { email = "" }, creation: more, name }: Person) =>
  creation(employer, { employee: { remote_id: name }, remote_id: name, email, ...more })
