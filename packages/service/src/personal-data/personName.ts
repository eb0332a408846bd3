import { isLatin } from "@embedded-super/contracts/pasted"
import { saysMissing } from "@embedded-super/contracts/pure-checks"
import type { PersonName } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import type { Finding } from "./Findings.ts"
import { normaliseText } from "./text.ts"

const LONGEST = 76

const EMPTY: Finding = { code: "empty_name", detail: "A name has at least one letter." }
const MISSING: Finding = {
  code: "empty_name",
  detail: "This says that a name is missing. Leave it out, or give the name."
}
const NOT_LATIN: Finding = {
  code: "not_latin",
  detail: "Funds take names in Latin letters alone, with any marks, as on tax papers."
}
const TOO_LONG: Finding = { code: "name_too_long", detail: `A name has at most ${LONGEST} characters.` }
const NOT_A_NAME: Finding = {
  code: "invalid_name",
  detail:
    "A name holds letters, spaces, apostrophes, hyphens, full stops, commas and slashes: no digits, no other symbols."
}

/**
 * The characters of names: letters and their marks of any script, spaces, apostrophes in all the forms that keyboards
 * make, hyphens and dashes, the full stop of an initial, the comma before "Jr", the slash of "s/o", the Catalan dot.
 * After a letter or its mark also the joiner and the non-joiner (U+200D, U+200C), which Persian and Indic names
 * contain. The Hangul fillers are letters by category, and show nothing.
 */
const NAME =
  /^(?:(?![\u115f\u1160\u3164\uffa0]|[\u034f\u17b4\u17b5])[\p{L}\p{M}][\u200c\u200d]?|[ '\u2019\u2018\u02bc\u02bb\u00b4`\-\u2010\u2011\u2013.,/\u00b7])*$/u

/** Words for "missing" that are also names of people. */
const NAMES_TOO: ReadonlySet<string> = new Set(["na", "none", "null"])

/** The name, if it is in the letters that funds take (D-person-names). */
export const inLatin = (name: PersonName): Result.Result<PersonName, Finding> =>
  isLatin(name) ? Result.succeed(name) : Result.fail(NOT_LATIN)

/** A name in Unicode's composed form (NFC), trimmed, its spaces collapsed, of 1 to 76 characters (D-person-names). */
export const normaliseName = (input: string): Result.Result<PersonName, Finding> => {
  const name = normaliseText(input)
  if (!NAME.test(name)) return Result.fail(NOT_A_NAME)
  if (!/\p{L}/u.test(name)) return Result.fail(EMPTY)
  if (saysMissing(name) && !NAMES_TOO.has(name.toLowerCase())) return Result.fail(MISSING)
  return [...name].length > LONGEST ? Result.fail(TOO_LONG) : Result.succeed(name as PersonName)
}
