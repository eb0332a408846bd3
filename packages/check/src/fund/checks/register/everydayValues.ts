/** Values that real persons have, and that a fund's tests seldom do. */
import { isTfn } from "@embedded-super/contracts/pure-checks"
import { randomInt } from "node:crypto"
import type { FundCheck } from "../../FundUnderTest.ts"
import { together } from "../shared/answers.ts"
import { type Field, judgeRegistered, registers, type Special } from "../shared/registering.ts"
import { START_DATE_HINT, startDates } from "../../caller/synthetic.ts"

const shared = {
  level: "MUST",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes"
} as const

const takes =
  (field: Field): NonNullable<FundCheck["appliesTo"]> =>
  (fund) => {
    const may = registers(fund)
    if (may !== true) return may
    return fund.takes(field) !== "excluded" || `The profile excludes the field ${field}.`
  }

/** Nobody has an address twice: a fund may recognise a person by it. */
const emails = (): ReadonlyArray<Special> => {
  const unique = crypto.randomUUID().slice(0, 13)
  const rows = [
    ["an e-mail address with a plus", `fund-check+super.${unique}@example.com`],
    ["an e-mail address with an apostrophe", `fund-check.o'connor.${unique}@example.com`],
    ["an e-mail address with capital letters", `Fund.Check.${unique.toUpperCase()}@example.com`]
  ] as const
  return [
    ...rows.map(([what, email]) => ({ what, person: { email } })),
    // This ending is reserved for examples, so a fund that keeps a list of endings may not have it.
    {
      what: "an e-mail address with a top-level domain of seven letters",
      person: { email: `fund-check.${unique}@wattle.example` },
      level: "SHOULD"
    }
  ]
}

export const everyEmail: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-14",
  requirement: "R-2.3-7",
  title: "An e-mail address with a plus, an apostrophe, capital letters or a long top-level domain is taken.",
  hint: "Check for one @ and a dot after it, and nothing more: a pattern of your own refuses addresses that people use.",
  appliesTo: takes("email"),
  run: (fund) => together(emails(), (special) => judgeRegistered(fund, special))
}

/** A number with the checksum of a TFN, of nobody. */
const zeroTfn = (): string => {
  for (;;) {
    const digits = `0${String(randomInt(1, 10_000_000)).padStart(7, "0")}`
    const last = [..."0123456789"].find((digit) => isTfn(digits + digit))
    if (last !== undefined) return digits + last
  }
}

export const zeroOfTfn: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-15",
  requirement: "R-2.3-1",
  title: "A person whose tax file number begins with a zero is registered.",
  hint: "Keep the tax file number as text of nine digits. A number loses its leading zero.",
  appliesTo: takes("tfn"),
  run: (fund) =>
    judgeRegistered(fund, { person: { tfn: zeroTfn() }, what: "a tax file number that begins with a zero" })
}

export const everyStartDate: FundCheck = {
  ...shared,
  id: "REGISTER-2.3-16",
  requirement: "R-2.3-15",
  title: "A person is registered before the employment begins, and after.",
  hint: START_DATE_HINT,
  appliesTo: takes("employment_start_date"),
  run: (fund) =>
    together(startDates, ([what, employment_start_date]) =>
      judgeRegistered(fund, {
        person: { employment_start_date },
        what,
        ...(fund.takes("employment_start_date") === "required"
          ? {}
          : { plain: { employment_start_date: undefined } })
      })
    )
}
