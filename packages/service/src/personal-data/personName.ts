import type { PersonName } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import type { Finding } from "./Finding.ts"
import { normaliseText } from "./text.ts"

const LONGEST = 76

const EMPTY: Finding = { code: "empty_name", detail: "A name has at least one letter." }
const TOO_LONG: Finding = { code: "name_too_long", detail: `A name has at most ${LONGEST} characters.` }
const NOT_A_NAME: Finding = {
  code: "invalid_name",
  detail:
    "A name holds letters, spaces, apostrophes, hyphens and full stops: no digits, no control characters."
}

/**
 * A name in Unicode's composed form (NFC), trimmed, its spaces collapsed, of 1 to 76 characters (domain 4.8).
 *
 * Any letter of any script is taken as it is written; digits, control and format characters are not.
 */
export const normaliseName = (input: string): Result.Result<PersonName, Finding> => {
  const name = normaliseText(input)
  if (/[\p{Nd}\p{C}\p{Zl}\p{Zp}]/u.test(name)) return Result.fail(NOT_A_NAME)
  if (!/\p{L}/u.test(name)) return Result.fail(EMPTY)
  return [...name].length > LONGEST ? Result.fail(TOO_LONG) : Result.succeed(name as PersonName)
}
