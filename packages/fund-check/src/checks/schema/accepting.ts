/** What a fund takes: the examples, required fields alone, everything, optional fields, values and lengths. */
import * as Effect from "effect/Effect"
import type { FundCheck } from "../../FundUnderTest.ts"
import { together } from "../shared/answers.ts"
import { type Field, judgeRegistered, type Person, registered, registers } from "../shared/registering.ts"
import { examples, fields, optional, textOf, values, withField } from "./registrationFields.ts"

const shared = {
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers
} as const

export const examplesAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-1",
  level: "MUST",
  requirement: "R-4.2-5",
  title: "The fund registers the persons of the specification's examples.",
  hint: "Send the examples of the fund API to your endpoint, and read your log. Names hold apostrophes and letters of every alphabet.",
  run: (fund) =>
    together(
      examples.filter(
        ([, { tfn_exemption_type }]) =>
          tfn_exemption_type === undefined || fund.takes("tfn_exemption_type") !== "excluded"
      ),
      ([name, person]) => judgeRegistered(fund, { person, what: `the specification's example ${name}` })
    )
}

export const requiredOnlyAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-2",
  level: "MUST",
  requirement: "R-2.3-17",
  title: "The fund registers a person with the fields alone that its profile requires.",
  hint: "Make every field optional in your validation that the profile doesn't name as required, or name it as required there.",
  run: (fund) =>
    Effect.gen(function* () {
      const outcome = yield* judgeRegistered(fund, {
        person: {},
        plain: values,
        what: "a registration with the required fields alone"
      })
      if (outcome.verdict !== "fail" || outcome.root !== undefined) return outcome
      for (const field of optional(fund)) {
        const result = yield* registered(fund, withField(fund, field))
        if ("answer" in result)
          return { ...outcome, cause: `The fund refuses a registration without the optional field ${field}.` }
      }
      return outcome
    })
}

export const everythingAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-3",
  level: "MUST",
  requirement: "R-2.3-17",
  also: [
    "R-2.3-1",
    "R-2.3-2",
    "R-2.3-3",
    "R-2.3-4",
    "R-2.3-5",
    "R-2.3-6",
    "R-2.3-7",
    "R-2.3-8",
    "R-2.3-9",
    "R-2.3-10",
    "R-2.3-11",
    "R-2.3-12",
    "R-2.3-13",
    "R-2.3-14",
    "R-2.3-15",
    "R-2.3-16"
  ],
  title: "The fund registers a person with every field that its profile takes.",
  hint: "Send all fields that aren't excluded in your profile in one registration.",
  run: (fund) =>
    judgeRegistered(fund, { person: values, what: "a registration with every field that its profile takes" })
}

export const optionalAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-4",
  level: "MUST",
  requirement: "R-2.3-17",
  title: "The fund registers a person with each of the fields that are optional in its profile.",
  hint: "Accept the field, or exclude it in your profile: then it is never sent. A field that the profile doesn't name has its default.",
  run: (fund) =>
    together(optional(fund), (field) =>
      judgeRegistered(fund, {
        person: withField(fund, field),
        what: `a registration with the optional field ${field}`
      })
    )
}

const capitals: Readonly<Record<string, Person>> = {
  ACT: { locality: "Canberra", postcode: "2600" },
  NSW: { locality: "Sydney", postcode: "2000" },
  NT: { locality: "Darwin", postcode: "0800" },
  QLD: { locality: "Brisbane", postcode: "4000" },
  SA: { locality: "Adelaide", postcode: "5000" },
  TAS: { locality: "Hobart", postcode: "7000" },
  VIC: { locality: "Melbourne", postcode: "3000" },
  WA: { locality: "Perth", postcode: "6000" }
}

export const everyValueAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-5",
  level: "MUST",
  requirement: "R-4.2-5",
  title: "The fund takes every value of a field that has a fixed set of values.",
  hint: "Compare your list of values with the specification: eight states and territories, three genders, seven frequencies.",
  run: (fund) =>
    together(
      fields.flatMap(({ enum: all = [], field }) =>
        field === "tfn_exemption_type" || fund.takes(field) === "excluded"
          ? []
          : all.map((value) => ({ field, value }))
      ),
      ({ field, value }) =>
        judgeRegistered(fund, {
          person: { [field]: value, ...(field === "state" ? capitals[value] : {}) },
          what: `the ${field} ${value}`
        })
    )
}

/** Fields whose length alone is special in a text of letters. */
const texts: ReadonlySet<Field> = new Set([
  "first_name",
  "middle_name",
  "family_name",
  "other_name",
  "email",
  "address_line_1",
  "address_line_2",
  "locality"
])

export const lengthsAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-6",
  level: "SHOULD",
  requirement: "R-4.2-5",
  title: "The fund takes texts of every length that the specification allows.",
  hint: "Make the columns as long as the specification's maxLength, in characters and not in bytes. Some suburbs and names are very short.",
  run: (fund) =>
    together(
      fields
        .filter(({ field }) => texts.has(field) && fund.takes(field) !== "excluded")
        .flatMap(({ field, maxLength = 1, minLength = 1 }) => [
          { field, length: maxLength, size: "longest" },
          // The shortest e-mail address would be the same for two persons.
          ...(field === "email" ? [] : [{ field, length: minLength, size: "shortest" }])
        ]),
      ({ field, length, size }) =>
        judgeRegistered(fund, {
          person: { [field]: textOf(field, length) },
          what: `the ${size} ${field} that the specification allows`
        })
    )
}
