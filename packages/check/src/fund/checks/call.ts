/**
 * One plain call of each operation, before everything else. If it fails, what other checks find follows from that: a wrong
 * address alone fails half of them, each with a sentence that leads nobody to the address.
 */
import * as Effect from "effect/Effect"
import { type Failed, type Outcome, notObserved, pass } from "../../check/Check.ts"
import type { Answer, FundCheck, FundUnderTest, Offer } from "../FundUnderTest.ts"
import { failed, isSuccess, notReached, refusesCaller, unreadableFor } from "./shared/answers.ts"
import { nouns } from "./shared/registering.ts"

type Wanted = Parameters<typeof failed>[1]

const EXPECTED = "2xx."

const ADDRESS_HINT =
  "Compare the address in the profile with that of your server: host, port, each part of the path, and a slash at its end."

const READS_LETTERS = "The fund reads the names of headers by their letters."
const REDIRECTS = "The fund redirects the call."
const cutOff = (noun: string) => `The fund's answer to a valid ${noun} is cut off: its JSON has no end.`
const notThere = (noun: string) => `Nothing takes a ${noun} at the address of the profile.`

/** A lookup of an employer that isn't found is no error. */
const addressHint = (operation: Offer["operation"]): string =>
  operation === "lookup"
    ? `${ADDRESS_HINT} If your log has this call, the address is right: answer 200 with {"employer_found": false} to an employer that you don't find.`
    : ADDRESS_HINT

const fixesOf = (operation: Offer["operation"]) => ({
  [READS_LETTERS]:
    "Compare header names without regard to case, as HTTP demands. The service sends them in small letters.",
  [REDIRECTS]: ADDRESS_HINT,
  [cutOff(nouns[operation])]: "Content-Length counts bytes, not letters. Let the framework set it.",
  [notThere(nouns[operation])]: addressHint(operation)
})

/** Whether the fund answers 404 for something in the call: another call to the same address isn't answered so. */
const isServed = (fund: FundUnderTest, { operation }: Offer): Effect.Effect<Answer | undefined> =>
  Effect.gen(function* () {
    const abn = fund.profile.check?.matching_abn
    const others = [...(operation === "lookup" && abn !== undefined ? [{ abn }] : []), {}]
    for (const body of others) {
      const answer = yield* fund.call(operation, body)
      if (answer.failure === null && !isOneOf([404, 405, 410], answer)) return answer
    }
    return undefined
  })

const isOneOf = (statuses: ReadonlyArray<number>, { status }: Answer): boolean =>
  status !== null && statuses.includes(status)

/** The JSON has begun and has no end. */
const isCutOff = (answer: Answer): boolean =>
  answer.json === undefined && /^\s*[{[]/.test(answer.text) && unreadableFor(answer) === undefined

const REFUSED = notObserved("The fund refuses the call for something in it, which other checks name.")

const capitalised = (name: string): string =>
  name.toLowerCase().replace(/(?:^|-)[a-z]/g, (first) => first.toUpperCase())

/** Whether the same credentials are accepted in headers whose names have other letters. */
const readsLetters = (fund: FundUnderTest, { body, operation }: Offer): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    const sent = body()
    const right = yield* fund.authorise(operation, sent)
    if (right === null) return false
    const headers = Object.fromEntries(
      Object.entries(right.headers).map(([name, value]) => [capitalised(name), value])
    )
    return isSuccess(yield* fund.call(operation, sent, { credentials: { ...right, headers } }))
  })

const refused = Effect.fnUntraced(function* (fund: FundUnderTest, offer: Offer): Effect.fn.Return<Wanted> {
  const { operation } = offer
  return (yield* readsLetters(fund, offer))
    ? {
        cause: READS_LETTERS,
        expected: "2xx, with the names of headers in small letters."
      }
    : {
        cause: `The fund refuses the credentials of a valid ${nouns[operation]}.`,
        expected: EXPECTED,
        root: `a valid ${operation} isn't answered 2xx`,
        hint: fund.expectedCredentials(operation)
      }
})

const judge = (fund: FundUnderTest, offer: Offer): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const { body, operation } = offer
    const noun = nouns[operation]
    const first = yield* fund.call(operation, body())
    // A first call may wait for a cold start.
    const answer = first.failure === "timeout" ? yield* fund.call(operation, body()) : first
    const found = (wanted: Wanted): Failed => failed(answer, wanted)
    if (isSuccess(answer))
      return isCutOff(answer)
        ? found({
            cause: cutOff(noun),
            expected: "The whole JSON."
          })
        : pass
    const unsent = notReached(answer)
    if (unsent !== undefined) return unsent
    const { failure, status } = answer
    if (status === null || failure !== null)
      return found({
        cause: `The fund gives no whole answer to a valid ${noun}.`,
        expected: EXPECTED,
        root: failure === "timeout" ? "late answers" : `a valid ${operation} isn't answered 2xx`
      })
    if (isOneOf([404, 405, 410], answer)) {
      const other = yield* isServed(fund, offer)
      if (other !== undefined) return isSuccess(other) ? pass : REFUSED
      return found({
        cause: notThere(noun),
        expected: EXPECTED,
        ...(status === 405
          ? { hint: `Bind the route to POST, the only method of the service. ${ADDRESS_HINT}` }
          : {})
      })
    }
    if (status >= 300 && status <= 399) return found({ cause: REDIRECTS, expected: EXPECTED })
    if (refusesCaller(answer)) return found(yield* refused(fund, offer))
    if (status >= 500)
      return found({
        cause: `The fund answers a server error to a valid ${noun}.`,
        expected: EXPECTED,
        root: `a valid ${operation} isn't answered 2xx`
      })
    return REFUSED
  })

const checkOf = (number: number, operation: "registration" | "lookup", requirement: string): FundCheck => ({
  id: `CALL-4.2-${number}`,
  level: "MUST",
  requirement,
  title: `A plain ${nouns[operation]} reaches the fund, and is answered 2xx.`,
  hint: "Look in your log for this call, and correct this first: what else fails may follow from it.",
  fixes: fixesOf(operation),
  modes: ["dev", "certify", "probe"],
  isBasic: true,
  appliesTo: (fund) =>
    fund.callable().some((offer) => offer.operation === operation) ||
    `The fund offers no ${operation} by API that this mode may call.`,
  run: (fund) =>
    Effect.suspend(() =>
      judge(
        fund,
        fund.callable().find((offer) => offer.operation === operation)!
      )
    )
})

export const call: ReadonlyArray<FundCheck> = [
  checkOf(1, "lookup", "R-4.2-13"),
  checkOf(2, "registration", "R-4.2-6")
]
