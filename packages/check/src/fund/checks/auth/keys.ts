import * as Effect from "effect/Effect"
import { type Outcome, notApplicable, notObserved, pass } from "../../../check/Check.ts"
import type { Credentials, FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { atEachOperation, inTurn, isSuccess, warned } from "../shared/answers.ts"
import { byKey, judgeRefusal, rootOf } from "./refusal.ts"

interface Row {
  readonly number: number
  /** Completes "a call …". */
  readonly what: string
  readonly root: string
  readonly change: (key: string) => ReadonlyArray<string>
  readonly hint: string
}

const swapped = (key: string): string =>
  key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  )

const rows: ReadonlyArray<Row> = [
  {
    number: 6,
    what: "whose key differs in capital and small letters",
    root: "capital and small letters of a key are equal",
    change: (key) => (swapped(key) === key ? [] : [swapped(key)]),
    hint: "Compare the key letter by letter. A database column may compare without regard to case."
  },
  {
    number: 7,
    what: "whose key is cut off, or has something after it",
    root: "only a part of a key is compared",
    change: (key) => [key.slice(0, -4), `${key}x`],
    hint: "Compare all of the key and its length, not whether one text begins with the other."
  }
]

const callWith = (fund: FundUnderTest, offer: Offer, row: Row): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const { body, operation } = offer
    const right = (yield* fund.authorise(operation, body()))?.headers ?? {}
    const [name, key] = Object.entries(right).find(([header]) => header.toLowerCase() === "x-auth-key") ?? []
    // Refusals say something only if the right key is accepted.
    const plain = yield* fund.call(operation, body())
    if (!isSuccess(plain)) return notObserved("The fund accepts no call with the right key.")
    const keys = name === undefined || key === undefined ? [] : row.change(key)
    return yield* inTurn(keys, (changed) =>
      Effect.gen(function* () {
        const credentials: Credentials = { headers: { ...right, [name!]: changed } }
        const answer = yield* fund.call(operation, body(), { credentials })
        return judgeRefusal(fund, answer, row.what, yield* rootOf(fund, offer, answer, row.root))
      })
    )
  })

/** Keys that a comparison of a part takes for the right one. */
export const keyComparison: ReadonlyArray<FundCheck> = rows.map((row) => ({
  id: `AUTH-7-${row.number}`,
  level: "MUST",
  requirement: "R-7-3",
  title: `The fund answers 401 or 403 to a call ${row.what}.`,
  hint: row.hint,
  modes: ["dev", "certify", "probe"],
  appliesTo: byKey,
  run: (fund) => atEachOperation(fund, (offer) => callWith(fund, offer, row))
}))

/** The names under which frameworks read a key from the address. */
const names = ["X-Auth-Key", "x-auth-key", "api_key", "apikey", "key"]

export const keyInQuery: FundCheck = {
  id: "AUTH-5-12",
  level: "SHOULD",
  requirement: "R-5-5",
  title: "The fund takes the key from the header X-Auth-Key, and not from the address.",
  hint: "Read the key from the header alone. Addresses are written into the logs of proxies and servers, and the key with them.",
  // The call writes the key into the fund's access log, so it isn't made in production.
  modes: ["dev", "certify"],
  appliesTo: byKey,
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.gen(function* () {
        const address = fund.addressOf(operation)
        const right = (yield* fund.authorise(operation, body()))?.headers ?? {}
        const key = Object.values(right)[0]
        const credentials = yield* fund.authorise(operation, body(), "missing")
        if (address === undefined || key === undefined || credentials === null)
          return notApplicable("There is no key.")
        const query = new URLSearchParams(names.map((name) => [name, key])).toString()
        const path = `${address.pathname}?${query}`
        const answer = yield* fund.call(operation, body(), { credentials, path })
        if (!isSuccess(answer)) return pass
        const bare = yield* fund.call(operation, body(), { credentials })
        return isSuccess(bare)
          ? pass
          : warned(answer, {
              cause: "The fund accepts its key in the address of a call.",
              expected: "401 or 403: the key is in the header X-Auth-Key, and only there."
            })
      })
    )
}
