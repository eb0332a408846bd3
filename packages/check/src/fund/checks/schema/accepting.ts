/** Which values a fund takes: the examples, every value of a fixed set, texts of every length. */
import * as fc from "fast-check"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { together } from "../shared/answers.ts"
import { registerDrawn } from "../shared/drawing.ts"
import { type Field, judgeRegistered, type Person, registers } from "../shared/registering.ts"
import { examples, fields, textOf, VALUES_HINT } from "./registrationFields.ts"

const shared = {
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  appliesTo: registers
} as const

/** Whether only a SHOULD asks for this person: a single name where the fund requires a first one, or a foreign phone number. */
const isSuggested = (fund: FundUnderTest, { first_name, phone_number = "+61" }: Person): boolean =>
  (first_name === undefined && fund.takes("first_name") === "required") ||
  !String(phone_number).startsWith("+61")

export const examplesAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-1",
  restsOn: [2, 3, 4, 5, 7]
    .map((number) => `SCHEMA-2.3-${number}`)
    .concat("REGISTER-2.3-1", "REGISTER-2.3-13"),
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
      ([name, person]) =>
        judgeRegistered(fund, {
          person,
          what: `the specification's example ${name}`,
          ...(isSuggested(fund, person) ? { level: "SHOULD" } : {})
        })
    )
}

export const everyValueAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-5",
  level: "MUST",
  requirement: "R-4.2-5",
  title: "The fund takes every value of a field that has a fixed set of values.",
  hint: VALUES_HINT,
  run: (fund) =>
    together(
      fields.flatMap(({ enum: all = [], field }) =>
        field === "tfn_exemption_type" || fund.takes(field) === "excluded"
          ? []
          : all.map((value) => ({ field, value }))
      ),
      ({ field, value }) =>
        judgeRegistered(fund, { person: { [field]: value }, what: `the ${field} ${value}` })
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

/** The local part is 64 characters long. */
const LONG_EMAIL = 80

export const lengthsAccepted: FundCheck = {
  ...shared,
  id: "SCHEMA-2.3-6",
  level: "SHOULD",
  requirement: "R-4.2-5",
  title: "The fund takes texts of every length that the specification allows.",
  hint: "Make the columns as long as the specification's maxLength, in characters and not in bytes. Some suburbs and names are very short.",
  run: (fund) =>
    together(
      fields.filter(({ field }) => texts.has(field) && fund.takes(field) !== "excluded"),
      ({ field, maxLength = 1, minLength = 1 }) => {
        // Two persons would have the same e-mail address if it were very short.
        const min = field === "email" ? LONG_EMAIL : minLength
        return registerDrawn(
          fund,
          fc.integer({ min, max: maxLength }),
          (length) => ({
            person: { [field]: textOf(field, length) },
            what:
              length === maxLength || length === minLength
                ? `the ${length === maxLength ? "longest" : "shortest"} ${field} that the specification allows`
                : `${/^[aeiou]/.test(field) ? "an" : "a"} ${field} of ${length} characters`
          }),
          { cases: 0, first: field === "email" ? [maxLength] : [minLength, maxLength] }
        )
      }
    )
}
