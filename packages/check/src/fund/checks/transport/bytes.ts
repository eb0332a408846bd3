import * as Effect from "effect/Effect"
import { type Outcome, notObserved, pass } from "../../../check/Check.ts"
import { uuidV7 } from "../../../exchange/uuidV7.ts"
import type { Answer, FundCheck, FundUnderTest, Offer } from "../../FundUnderTest.ts"
import { atEachOperation, failed, flaky, ifAccepted, isSuccess } from "../shared/answers.ts"

interface Text {
  readonly head: string
  readonly body: string
}

/** Sends the call as the service does, then in another form of the same meaning: the second may not fail alone. */
const sentOtherwise = (
  fund: FundUnderTest,
  { body, operation }: Offer,
  send: (text: Text) => Effect.Effect<Answer>,
  cause: string
): Effect.Effect<Outcome> =>
  ifAccepted(
    fund,
    { body, operation },
    Effect.gen(function* () {
      const sent = body()
      const options = operation === "lookup" ? {} : { idempotencyKey: uuidV7() }
      const text = fund.requestText(operation, sent, options)
      if ((yield* text) === null) return notObserved("The call can't be authorised.")
      const sending = fund.patiently(Effect.flatMap(text, (made) => send(made!)))
      const answer = yield* sending
      if (isSuccess(answer)) return pass
      return isSuccess(yield* sending)
        ? flaky(answer)
        : failed(answer, { cause, expected: "2xx, as for the same call as usual." })
    })
  )

const cut = (text: string): readonly [string, string] => {
  const middle = Math.floor(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

const modes = ["dev", "certify"] as const

const inPieces: FundCheck = {
  id: "TRANSPORT-4.2-8",
  level: "MUST",
  requirement: "R-4.2-5",
  title: "The fund reads a call whole, also if it arrives in several pieces.",
  hint: "Read until Content-Length bytes are there. The network may cut a call anywhere; a single read returns only what has arrived.",
  modes,
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      sentOtherwise(
        fund,
        offer,
        ({ body, head }) => {
          const bytes = Buffer.from(body)
          const half = Math.floor(bytes.length / 2)
          const parts = [...cut(head), bytes.subarray(0, half), bytes.subarray(half)]
          return fund.raw(offer.operation, parts, { pause: 30 })
        },
        "The fund doesn't read a call that arrives in several pieces."
      )
    )
}

/** The names of the headers in other letters; the values stay. */
const renamed = (head: string, change: (name: string) => string): string =>
  head
    .split("\r\n")
    .map((line, index) => {
      const colon = line.indexOf(":")
      return index === 0 || colon < 0 ? line : change(line.slice(0, colon)) + line.slice(colon)
    })
    .join("\r\n")

const spellings = [
  (name: string) => name.toLowerCase(),
  (name: string) => name.toUpperCase(),
  (name: string) => name.toLowerCase().replace(/(?:^|-)[a-z]/g, (first) => first.toUpperCase())
]

const headerNames: FundCheck = {
  id: "TRANSPORT-4.2-9",
  level: "MUST",
  requirement: "R-4.2-4",
  title: "The fund reads the names of headers without regard to capital and small letters.",
  hint: "Compare header names without regard to case, as HTTP demands. Proxies and HTTP/2 change them to small letters.",
  modes,
  run: (fund) =>
    atEachOperation(fund, (offer) =>
      Effect.gen(function* () {
        for (const change of spellings) {
          const outcome = yield* sentOtherwise(
            fund,
            offer,
            ({ body, head }) => fund.raw(offer.operation, [renamed(head, change) + body]),
            "The fund reads the names of headers by their letters."
          )
          if (outcome.verdict !== "pass") return outcome
        }
        return pass
      })
    )
}

/** The same call in other bytes. */
export const bytes: ReadonlyArray<FundCheck> = [inPieces, headerNames]
