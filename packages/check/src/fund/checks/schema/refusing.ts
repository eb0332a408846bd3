/** Registrations that a fund must refuse: a missing field, a wrong type, null, an unusable value, an unknown field (R-7-1). */
import * as Effect from "effect/Effect"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { invalidTogether, judgeInvalid } from "../shared/refusing.ts"
import { type Field, type Person, registers } from "../shared/registering.ts"
import { fields, optional, required } from "./registrationFields.ts"

const shared = {
  level: "MUST",
  requirement: "R-7-1",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers
} as const

const send = (fund: FundUnderTest, person: Person) => fund.register(fund.member(person))

/** The fields that a person can have: an exemption replaces the tax file number, and isn't tried here. */
const sendable = (fund: FundUnderTest): ReadonlyArray<Field> => [...required(fund), ...optional(fund)]

/** Every registration has these. The others the fund decides on: to take a person without one is more lenient than its profile. */
const always: ReadonlySet<Field> = new Set(["family_name", "date_of_birth"])

export const missingRefused: FundCheck = {
  ...shared,
  id: "SCHEMA-7-1",
  title: "The fund answers 400 if a field is missing that its profile requires.",
  hint: "Check that the field is there before you read it. A server error makes the service repeat a call that can't succeed.",
  run: (fund) =>
    invalidTogether(
      // A person with a single name has no first name, also where it is required.
      required(fund).filter((field) => field !== "first_name"),
      (field) => send(fund, { [field]: undefined }),
      (field) => ({
        what: "a registration without a required field",
        words: field,
        accepted: always.has(field) ? "fail" : "warn"
      })
    )
}

const wrongTypes: ReadonlyArray<readonly [words: string, value: unknown]> = [
  ["a number", 5],
  ["an object", {}],
  ["a list", []],
  ["a boolean", true]
]

export const wrongTypeRefused: FundCheck = {
  ...shared,
  id: "SCHEMA-7-2",
  title: "The fund answers 400 if a field has a wrong type.",
  hint: "Check that the value is a text before you call a text's functions on it, and don't convert it.",
  run: (fund) =>
    invalidTogether(
      sendable(fund).flatMap((field, at) =>
        wrongTypes
          .filter((_, type) => fund.mode === "certify" || type === at % wrongTypes.length || type === 0)
          .map(([words, value]) => ({ field, words, value }))
      ),
      ({ field, value }) => send(fund, { [field]: value }),
      ({ field, words }) => ({
        what: "a registration with a field of a wrong type",
        words: `${field} is ${words}`,
        accepted: "warn"
      })
    )
}

export const nullRefused: FundCheck = {
  ...shared,
  id: "SCHEMA-7-3",
  title: "The fund answers 400 if a field is null.",
  hint: "The service never sends null: a field that wasn't collected is left out. Refuse null, and never fail on it.",
  run: (fund) =>
    invalidTogether(
      sendable(fund),
      (field) => send(fund, { [field]: null }),
      (field) => ({ what: "a registration with null in a field", words: field, accepted: "warn" })
    )
}

const NUL = "\u0000"

const CHECK_DAYS = "Check that a date is a day of the calendar, in the form YYYY-MM-DD."

const CHECK_TEXTS =
  "Check the length and the signs of a text before it reaches the database, or answer 400 to what the database refuses."

/** Values that no person has. `mayAccept`: the fund may have a wider rule of its own. */
const unusable = (fund: FundUnderTest) => {
  const tooLong = fields.flatMap(({ field, maxLength }) =>
    maxLength === undefined || field === "tfn_exemption_type"
      ? []
      : [{ field, value: "x".repeat(maxLength + 1), words: "too long", mayAccept: true, fix: CHECK_TEXTS }]
  )
  const unknown = fields.flatMap(({ enum: all, field }) =>
    all === undefined || field === "tfn_exemption_type"
      ? []
      : [
          {
            field,
            value: "no_such_value",
            words: "not among its values",
            mayAccept: false,
            fix: `Take the values of ${field} that the specification lists, and no other.`
          }
        ]
  )
  const others = [
    { field: "date_of_birth", value: "2023-02-30", words: "not in the calendar", mayAccept: false },
    { field: "date_of_birth", value: "yesterday", words: "not a date", mayAccept: false },
    { field: "date_of_birth", value: "1900-01-01", words: "more than a hundred years ago", mayAccept: true },
    { field: "employment_start_date", value: "2026-13-01", words: "not in the calendar", mayAccept: false },
    { field: "family_name", value: "", words: "empty", mayAccept: true },
    { field: "family_name", value: `Ab${NUL}c`, words: "with a control character", mayAccept: true },
    { field: "family_name", value: "Ab\u{1f600}c", words: "with an emoji", mayAccept: true },
    { field: "locality", value: "x".repeat(10_000), words: "far too long", mayAccept: true }
  ] as const
  const fixed = others.map((each) => ({
    ...each,
    fix: each.field === "date_of_birth" || each.field === "employment_start_date" ? CHECK_DAYS : CHECK_TEXTS
  }))
  return [...fixed, ...unknown, ...tooLong].filter(({ field }) => fund.takes(field) !== "excluded")
}

export const unusableRefused: FundCheck = {
  ...shared,
  id: "SCHEMA-7-4",
  title:
    "The fund answers 400 to a value that can't be right, or takes one that is right by a wider rule of its own.",
  hint: "Check the value before it reaches the database, or answer 400 to what the database refuses: a text that is longer than its column, a day that doesn't exist, a value that the specification doesn't list.",
  run: (fund) =>
    invalidTogether(
      unusable(fund),
      ({ field, value }) => send(fund, { [field]: value }),
      ({ field, fix, mayAccept, words }) => ({
        what: "a registration with an unusable value",
        words: `${field} is ${words}`,
        accepted: mayAccept ? "pass" : "warn",
        fix
      })
    )
}

export const unknownFieldHandled: FundCheck = {
  ...shared,
  id: "SCHEMA-7-5",
  title: "The fund takes a registration with a field that it doesn't know, or answers 400.",
  hint: "The service sends no field that your profile doesn't name. Ignoring what you don't know is the safe way.",
  run: (fund) =>
    Effect.map(
      fund.register({ ...fund.member(), favourite_colour: "green", nested: { more: [1] } }),
      (answer) =>
        judgeInvalid(answer, { what: "a registration with a field that it doesn't know", accepted: "pass" })
    )
}

const lookups: ReadonlyArray<{
  readonly body: unknown
  readonly words: string
  readonly accepted: "fail" | "warn"
}> = [
  { body: {}, words: "abn is missing", accepted: "fail" },
  { body: { abn: 80000000001 }, words: "a number", accepted: "warn" },
  { body: { abn: null }, words: "null", accepted: "warn" },
  { body: { abn: ["80000000001"] }, words: "a list", accepted: "warn" },
  { body: { abn: "" }, words: "empty", accepted: "warn" },
  { body: { abn: "eleven digits" }, words: "without digits", accepted: "warn" }
]

export const lookupRefused: FundCheck = {
  ...shared,
  id: "SCHEMA-7-6",
  modes: ["dev", "certify", "probe"],
  title: "The fund answers 400 to a lookup without an ABN, or with something else in its place.",
  hint: "Check that abn is there and is a text of eleven digits before you search for it.",
  appliesTo: (fund) => fund.addressOf("lookup") !== undefined || "The fund offers no lookup by API.",
  run: (fund) =>
    invalidTogether(
      lookups,
      ({ body }) => fund.lookUp(body),
      ({ accepted, words }) => ({ what: "a lookup without a usable ABN", words, accepted })
    )
}
