/** Persons who exist in Australia, and whom data entry forms are known to refuse. */
import { type Outcome, pass } from "../../../check/Check.ts"
import type { Answer, FundCheck } from "../../FundUnderTest.ts"
import { failed, together } from "../shared/answers.ts"
import { judgeRegistered, type Person, registers } from "../shared/registering.ts"

const shared = {
  level: "MUST",
  requirement: "R-4.2-5",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers
} as const

interface Persons {
  /** Each with its unusual part, completing "The fund refuses …". */
  readonly persons: ReadonlyArray<readonly [what: string, person: Person]>
  readonly plain?: Person
  /** Forms in which the fund may have spoilt a value, if it answers with it. */
  readonly spoilt?: { readonly of: (person: Person) => ReadonlyArray<string>; readonly cause: string }
}

/** Says so if a spoilt value is in the answer: a fund needn't answer with any. */
const judgeAnswered =
  (person: Person, spoilt: Persons["spoilt"]) =>
  (answer: Answer): Outcome => {
    const isThere = spoilt?.of(person).some((text) => answer.text.includes(text)) === true
    return isThere
      ? failed(answer, { cause: spoilt.cause, expected: "The value as it was sent, or none." })
      : pass
  }

const registering =
  ({ persons, plain, spoilt }: Persons): FundCheck["run"] =>
  (fund) =>
    together(persons, ([what, person]) =>
      judgeRegistered(
        fund,
        { person, what, ...(plain === undefined ? {} : { plain }) },
        judgeAnswered(person, spoilt)
      )
    )

export const apostrophe: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-1",
  title: "A name with an apostrophe is registered.",
  hint: "Allow the apostrophe in names, and use parameters in SQL: a name such as O'Connor must never become part of a statement.",
  run: registering({
    persons: [
      ["a family name with an apostrophe", { family_name: "O'Connor" }],
      ["a first name with an apostrophe", { first_name: "D'Arcy" }]
    ]
  })
}

const accented: Persons["persons"] = [
  { family_name: "Müller" },
  { first_name: "José", family_name: "Núñez" },
  { first_name: "Zoë", family_name: "Đặng" },
  { family_name: "Åkesson-Œuvray" }
].map((person) => ["a name with an accent", person])

/** UTF-8 that was read as Latin-1, or stored in a character set that lacks the letter. */
const mangledNames = ({ family_name, first_name }: Person): ReadonlyArray<string> =>
  [family_name, first_name]
    .filter((name) => typeof name === "string" && [...name].some((letter) => letter > "~"))
    .flatMap((name) => [
      Buffer.from(name as string).toString("latin1"),
      [...(name as string)].map((letter) => (letter > "~" ? "?" : letter)).join(""),
      [...(name as string)].map((letter) => (letter > "~" ? "\ufffd" : letter)).join("")
    ])

export const accents: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-2",
  title: "A name with an accent is registered, and keeps it.",
  hint: "Allow letters by their Unicode category (\\p{L}\\p{M}), read and store UTF-8, and don't list letters from A to Z.",
  run: registering({
    persons: accented,
    spoilt: { of: mangledNames, cause: "The fund mangles the accents of a name." }
  })
}

export const hyphenAndSpace: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-3",
  title: "A name with a hyphen, a space or a full stop is registered.",
  hint: "Allow hyphens, spaces and full stops within names.",
  run: registering({
    persons: [
      ["a name with a hyphen", { family_name: "Smith-Jones" }],
      ["a name with spaces", { family_name: "van der Berg" }],
      ["a name with a full stop", { family_name: "St. John" }]
    ]
  })
}

export const oneLetter: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-4",
  title: "A name of one letter is registered.",
  hint: "Demand one character at least, not two: people are called O, E or I.",
  run: registering({
    persons: [
      ["a family name of one letter", { family_name: "O" }],
      ["a first name of one letter", { first_name: "X" }]
    ]
  })
}

const LONG_NAME = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis"

/** The beginning of a long name, followed by something that can't belong to it. */
const cutNames = ({ family_name }: Person): ReadonlyArray<string> => {
  const name = String(family_name)
  return Array.from({ length: name.length - 20 }, (_, cut) => `"${name.slice(0, 20 + cut)}"`)
}

export const longName: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-5",
  // The description has no lengths: the fund decides.
  level: "SHOULD",
  requirement: "D-person-names",
  title: "A name of sixty letters is registered, and isn't cut.",
  hint: "Make the column wide enough (names have up to 76 characters), and refuse to cut silently.",
  run: registering({
    persons: [["a name of sixty letters", { family_name: LONG_NAME }]],
    spoilt: { of: cutNames, cause: "The fund cuts a name of sixty letters." }
  })
}

/** Nobody is old: a fund may have a greatest age. */
const leapYears = ["2000", "1996", "1972"]

export const leapDay: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-6",
  title: "A person who was born on a leap day is registered, with that day.",
  hint: "Read the date of birth as a calendar date, without a time and without a time zone, and check it against its own year.",
  run: registering({
    persons: leapYears.map((year) => ["a birth on a leap day", { date_of_birth: `${year}-02-29` }]),
    spoilt: {
      of: ({ date_of_birth }) => {
        const year = String(date_of_birth).slice(0, 4)
        return [`${year}-03-01`, `${year}-02-28`]
      },
      cause: "The fund moves a birth on a leap day to another day."
    }
  })
}

export const singleName: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-7",
  level: "SHOULD",
  requirement: "D-person-names",
  title: "A person with a single name is registered.",
  hint: "A single name is sent as family_name, without first_name, also where the profile requires it. Make first_name optional.",
  run: registering({
    persons: [["a person with a single name", { first_name: undefined, family_name: "Suharto" }]]
  })
}

export const everyLatinLetter: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-8",
  level: "SHOULD",
  requirement: "D-person-names",
  title: "A name in the letters of any Latin alphabet is registered, and one with a typographic apostrophe.",
  hint: "Allow letters by their Unicode category (\\p{L}\\p{M}). Phones write the apostrophe as U+2019.",
  run: registering({
    persons: [
      ["a name in Vietnamese", { first_name: "Thị Ánh", family_name: "Nguyễn" }],
      ["a name in Turkish", { first_name: "İpek", family_name: "Yıldız" }],
      ["a name with a typographic apostrophe", { family_name: "O\u2019Connor" }]
    ],
    spoilt: { of: mangledNames, cause: "The fund mangles a name in a Latin alphabet of its own." }
  })
}

const ZERO = "a postcode that begins with a zero"

export const leadingZero: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-9",
  requirement: "R-2.3-12",
  title: "A person in the Northern Territory, whose postcode begins with a zero, is registered.",
  hint: "Keep the postcode as text of four digits. A number loses its leading zero.",
  run: registering({
    persons: [
      [ZERO, { address_line_1: "12 Mitchell Street", locality: "Darwin", postcode: "0800", state: "NT" }],
      [ZERO, { address_line_1: "12 Todd Street", locality: "Alice Springs", postcode: "0870", state: "NT" }]
    ],
    plain: { address_line_1: "12 Collins Street", locality: "Melbourne", postcode: "3000", state: "VIC" }
  })
}

const PLAIN_PHONE = { phone_number: "+61491570157" }

export const landline: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-17",
  requirement: "R-2.3-8",
  title: "A phone number in E.164 form is taken, also of a landline.",
  hint: "Accept a plus, the country code and the number. A mobile is sent only where the person has one.",
  run: registering({
    persons: [["the phone number of a landline", { phone_number: "+61291920000" }]],
    plain: PLAIN_PHONE
  })
}

export const everyPhone: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-10",
  // The fund decides which numbers it calls.
  level: "SHOULD",
  requirement: "D-phone-numbers",
  title: "A phone number of another country is taken.",
  hint: "Accept every number in E.164 form: a plus, the country code and the number, fifteen digits at most. People who have just arrived have a number of another country.",
  run: registering({
    persons: [
      ["a phone number of another country", { phone_number: "+6421123456" }],
      ["a phone number of another country", { phone_number: "+442071838750" }],
      ["a phone number of fifteen digits", { phone_number: "+498912345678901" }]
    ],
    plain: PLAIN_PHONE
  })
}

export const everyAge: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-11",
  level: "SHOULD",
  requirement: "R-2.3-6",
  title: "A person who was born in the first half of the last century is registered.",
  hint: "Read the year as four digits. If the fund has a greatest age on purpose, this warning doesn't matter.",
  run: (fund) =>
    together(["1929-06-30", "1941-12-07"], (date_of_birth) =>
      judgeRegistered(fund, { person: { date_of_birth }, what: "a person of a great age" })
    )
}
