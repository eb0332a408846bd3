/**
 * How a hashed list was hashed. Any hash looks right, so only the hash of an employer that the profile declares
 * (`check.matching_abn`) shows whether the fund and the service compute the same one.
 */
import { finding } from "@embedded-super/rules/employer-list/findings"
import { hashedAbn } from "@embedded-super/rules/employer-list/listKeys"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createHash, createHmac } from "node:crypto"
import { type Outcome, fail, notObserved, pass, warn } from "../../../check/Check.ts"
import type { FundCheck, FundUnderTest } from "../../FundUnderTest.ts"
import { saltVariable } from "../../list/openList.ts"
import { lacksList, lacksListed, LIST_TIME, noList, suppliesLists } from "./findingsCheck.ts"

const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex")

const spaced = (abn: string): string => abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")

/** A way to compute the hash wrongly, as the rest of the sentence “The hashes are of …”. */
interface Mistake {
  readonly words: string
  readonly hash: (salt: string, abn: string) => string
}

/** The mistakes that exports make, the likeliest first. Without a salt some of them equal the right hash. */
const mistakes: ReadonlyArray<Mistake> = [
  { words: "the ABN without the salt", hash: (_, abn) => sha256(abn) },
  { words: "the ABN followed by the salt; the salt comes first", hash: (salt, abn) => sha256(abn + salt) },
  {
    words: "an ABN with spaces; only its 11 digits are hashed",
    hash: (salt, abn) => hashedAbn(salt, spaced(abn))
  },
  { words: "an ABN with a line end after it", hash: (salt, abn) => sha256(`${salt}${abn}\n`) },
  { words: "a salt with a line end after it", hash: (salt, abn) => sha256(`${salt}\n${abn}`) },
  { words: "a salt and an ABN with a sign between them", hash: (salt, abn) => sha256(`${salt}:${abn}`) },
  { words: "a salt and an ABN with a sign between them", hash: (salt, abn) => sha256(`${salt}|${abn}`) },
  { words: "a salt and an ABN with a sign between them", hash: (salt, abn) => sha256(`${salt}-${abn}`) },
  { words: "a salt and an ABN with a space between them", hash: (salt, abn) => sha256(`${salt} ${abn}`) },
  {
    words: "an HMAC; it is SHA-256 of the salt followed by the ABN",
    hash: (salt, abn) => createHmac("sha256", salt).update(abn).digest("hex")
  },
  {
    words: "a text in UTF-16; salt and ABN are hashed as UTF-8",
    hash: (salt, abn) => sha256(Buffer.from(salt + abn, "utf16le"))
  },
  { words: "a hash; SHA-256 is computed once", hash: (salt, abn) => sha256(hashedAbn(salt, abn)) },
  {
    words: "a salt that was read as hexadecimal digits; it is hashed as text",
    hash: (salt, abn) => sha256(Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(abn)]))
  },
  {
    words: "a salt that was read as base64; it is hashed as text",
    hash: (salt, abn) => sha256(Buffer.concat([Buffer.from(salt, "base64"), Buffer.from(abn)]))
  },
  {
    words: "the ABN as a number, in double quotes, or in another notation",
    hash: (salt, abn) => sha256(`${salt}"${abn}"`)
  }
]

/** How the hash of a known employer was computed wrongly; undefined if none of the known mistakes gives it. */
const saltMistake = (holds: (hash: string) => boolean, salt: string, abn: string): string | undefined => {
  const right = hashedAbn(salt, abn)
  return mistakes.find(({ hash }) => {
    const wrong = hash(salt, abn)
    return wrong !== right && holds(wrong)
  })?.words
}

/** The variable with the salt is empty. */
const lacksSalt: NonNullable<FundCheck["lacks"]> = ({ list, profile }) =>
  list.agreed?.salted === true && list.salt === undefined
    ? `The salt isn't set. Set ${saltVariable(profile.check)} to it, or name another variable as check.list_salt_env of the profile.`
    : undefined

/** A wrong hash and an employer that isn't in the list look the same: both are one finding. */
export const NOT_IN_THE_LIST = "list_declared_employer"

const hashesAs =
  (isSalted: boolean): NonNullable<FundCheck["appliesTo"]> =>
  (fund) => {
    const { agreed } = fund.list
    if (agreed === undefined) return suppliesLists(fund)
    if (agreed.format !== "hashed") return "The list is plain."
    if ((agreed.salted === true) !== isSalted)
      return isSalted ? "No salt is agreed for the list." : "A salt is agreed for the list."
    return true
  }

const judgeHashes = Effect.fnUntraced(function* ({ list, profile }: FundUnderTest, expected: string) {
  const abn = profile.check?.matching_abn
  const isSalted = list.agreed?.salted === true
  const judged = yield* list.judged
  if (judged === undefined || abn === undefined) return noList(list)
  if (judged.reason !== undefined) return notObserved(`The list is refused: ${judged.reason.detail}`)
  if (judged.find(abn) !== undefined) return pass
  const salt = isSalted && list.salt !== undefined ? Redacted.value(list.salt) : ""
  const mistake = saltMistake(judged.holds, salt, abn)
  return fail({
    cause:
      mistake === undefined
        ? "The list doesn't hold the hash of the employer that the profile declares in check.matching_abn."
        : `The hashes are of ${mistake}.`,
    expected,
    actual:
      mistake === undefined
        ? isSalted
          ? "None of the hashes is this employer's: the salt is another one, or the employer is missing."
          : "None of the hashes is this employer's: they are of something else, or the employer is missing."
        : "The service finds no employer in this list.",
    root: NOT_IN_THE_LIST
  }) satisfies Outcome
})

const common = {
  level: "MUST",
  modes: ["dev", "certify", "probe"],
  timeLimit: LIST_TIME,
  lacks: (fund: FundUnderTest) => lacksList(fund) ?? lacksSalt(fund) ?? lacksListed(fund)
} as const

export const salted: FundCheck = {
  ...common,
  id: "LIST-2.6-9",
  requirement: "R-2.6-8",
  title: "A salted hash is the SHA-256 of the salt followed by the 11 digits of the ABN.",
  hint: "Hash the salt's text and then the 11 digits, as UTF-8 with nothing before, between or after them, and write hexadecimal digits.",
  appliesTo: hashesAs(true),
  run: (fund) => judgeHashes(fund, "SHA-256 of the salt followed by the 11 digits.")
}

export const unsalted: FundCheck = {
  ...common,
  id: "LIST-2.6-10",
  requirement: "R-2.6-9",
  title: "A hash without a salt is the SHA-256 of the 11 digits of the ABN.",
  hint: "Hash only the 11 digits, without spaces, line ends or quotation marks, and write hexadecimal digits.",
  appliesTo: hashesAs(false),
  run: (fund) => judgeHashes(fund, "SHA-256 of the 11 digits.")
}

export const secret: FundCheck = {
  ...common,
  id: "LIST-2.6-11",
  level: "SHOULD",
  requirement: "D-hashed-lists",
  lacks: lacksList,
  title: "A hashed list has a secret salt of at least 16 bytes.",
  hint: "Agree on a salt of 16 random bytes or more with your contact: all valid ABNs can be tried within an hour.",
  appliesTo: (fund) =>
    fund.list.agreed !== undefined && fund.list.agreed.format !== "hashed"
      ? "The list is plain."
      : suppliesLists(fund),
  run: ({ list }) =>
    Effect.map(list.judged, (judged) => {
      if (judged === undefined) return noList(list)
      if (judged.reason?.code === "salt_missing") return notObserved(judged.reason.detail)
      return judged.findings.some(({ code }) => code === "hashes_reversible")
        ? warn({
            cause: finding("hashes_reversible").detail,
            expected: "A salt of 16 bytes or more.",
            actual: list.agreed?.salted === true ? "The salt is shorter." : "No salt is agreed."
          })
        : pass
    })
}
