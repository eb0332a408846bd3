/** Names that are drawn by their length and their signs, so that a report names only those that make the fund refuse. */
import * as fc from "fast-check"
import { joined } from "../../../report/words.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { registerDrawn } from "../shared/drawing.ts"
import { type Person, registers } from "../shared/registering.ts"

interface Signs {
  readonly apostrophe: boolean
  readonly hyphen: boolean
  readonly space: boolean
  readonly accent: boolean
}

interface Name extends Signs {
  readonly letters: number
}

const fields = ["first_name", "family_name", "middle_name"] as const

type Each<A> = Readonly<Record<(typeof fields)[number], A>>

const ofEach = <A>(one: fc.Arbitrary<A>): fc.Arbitrary<Each<A>> =>
  fc.record({ first_name: one, family_name: one, middle_name: one })

const SHORTEST = 2

/** Names of thirty letters are common: many parents give two or three. */
const LONGEST = 30

/** A length up to which nobody thinks of a name as long. */
const USUAL = 10

interface Drawn {
  readonly signs: Each<Signs>
  readonly letters: Each<number>
}

/** The signs are left out first: a length that is refused without any sign says more. */
const anyNames: fc.Arbitrary<Drawn> = fc.record({
  signs: ofEach(
    fc.record({ apostrophe: fc.boolean(), hyphen: fc.boolean(), space: fc.boolean(), accent: fc.boolean() })
  ),
  letters: ofEach(fc.integer({ min: SHORTEST, max: LONGEST }))
})

const none: Signs = { apostrophe: false, hyphen: false, space: false, accent: false }
const all: Signs = { apostrophe: true, hyphen: true, space: true, accent: true }

/** Names with everything that can be special, with a plain middle name and with such a one. */
const first: ReadonlyArray<Drawn> = [
  {
    signs: { first_name: all, family_name: all, middle_name: none },
    letters: { first_name: LONGEST, family_name: LONGEST, middle_name: SHORTEST }
  },
  {
    signs: { first_name: all, family_name: all, middle_name: all },
    letters: { first_name: LONGEST, family_name: LONGEST, middle_name: LONGEST }
  }
]

const namesOf = ({ letters, signs }: Drawn): Each<Name> => ({
  first_name: { ...signs.first_name, letters: letters.first_name },
  family_name: { ...signs.family_name, letters: letters.family_name },
  middle_name: { ...signs.middle_name, letters: letters.middle_name }
})

const signsOf = ({ apostrophe, hyphen, space }: Name): ReadonlyArray<string> => [
  ...(apostrophe ? ["'"] : []),
  ...(hyphen ? ["-"] : []),
  ...(space ? [" "] : [])
]

/** Parts that begin with a capital, with the signs between them. The first part is the shortest, as in O'Connor. */
const nameOf = (name: Name): string => {
  const signs = signsOf(name)
  const length = Math.floor(name.letters / (signs.length + 1))
  const last = Math.max(2, name.letters - length * signs.length)
  const part = (letters: number, isLast: boolean): string =>
    `A${(isLast && name.accent ? "é" : "b").slice(0, letters - 1)}${"c".repeat(Math.max(0, letters - 2))}`
  return [...signs.map((sign) => part(Math.max(1, length), false) + sign), part(last, true)].join("")
}

/** The unusual parts of a name, completing "a family name …"; empty if there are none. */
const describedAs = (name: Name): string => {
  const signs = [
    ...(name.apostrophe ? ["an apostrophe"] : []),
    ...(name.hyphen ? ["a hyphen"] : []),
    ...(name.space ? ["a space"] : []),
    ...(name.accent ? ["an accent"] : [])
  ]
  const letters = name.letters > USUAL ? ` of ${name.letters} letters` : ""
  return signs.length === 0 ? letters : `${letters} with ${joined(signs, "and")}`
}

/** A person has a middle name only if it is special; a first name always, where the fund takes one. */
const personOf = (fund: FundUnderTest, names: Each<Name>): Person =>
  Object.fromEntries(
    fields.flatMap((field) =>
      field === "middle_name" && describedAs(names[field]) === "" && fund.takes(field) !== "required"
        ? []
        : [[field, nameOf(names[field])]]
    )
  )

const whatOf = (fund: FundUnderTest, names: Each<Name>): string => {
  const described = fields.flatMap((field) => {
    const words = fund.takes(field) === "excluded" ? "" : describedAs(names[field])
    return words === "" ? [] : [`a ${field.replace("_", " ")}${words}`]
  })
  return described.length === 0 ? "a name of two letters" : described.join(" together with ")
}

export const drawnNames: FundCheck = {
  id: "REGISTER-2.3-13",
  level: "MUST",
  requirement: "R-4.2-5",
  title: "A name is registered in any length up to thirty letters, with any of the signs that names have.",
  hint: "Allow apostrophes, hyphens, spaces and accents in each part of a name, also several in one. A full name needs a column for all its parts together.",
  modes: ["dev", "certify"],
  independent: true,
  timeLimit: "3 minutes",
  restsOn: [1, 2, 3, 4].map((number) => `REGISTER-2.3-${number}`),
  appliesTo: registers,
  run: (fund) =>
    registerDrawn(
      fund,
      anyNames,
      (drawn) => ({ person: personOf(fund, namesOf(drawn)), what: whatOf(fund, namesOf(drawn)) }),
      { cases: fund.mode === "certify" ? 30 : 6, first }
    )
}
