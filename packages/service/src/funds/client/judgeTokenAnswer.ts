import { AccessTokenAnswer, AccessTokenRefusal } from "@embedded-super/contracts/schemas"
import { issuesOf } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ExchangeResult } from "../../platform/egress/exchange.ts"
import type { FetchedToken } from "./AccessTokens.ts"
import { NotAuthorised } from "./AuthFlow.ts"
import { connectionWords } from "./connectionWords.ts"
import { rateLimited } from "./judgeAnswer.ts"

const decodeAnswer = Schema.decodeUnknownResult(AccessTokenAnswer, { errors: "all" })
const decodeRefusal = Schema.decodeUnknownResult(AccessTokenRefusal)

/** The life of a token whose answer states none, in seconds. */
export const UNSTATED_SECONDS = 300

const AT = "At the fund's token endpoint:"

/** A failure here means that the call itself was never sent. */
const stopped = (outcome: NotAuthorised["outcome"]) => Effect.fail(new NotAuthorised({ outcome }))

const notSent = (words: string) => stopped({ kind: "not_sent", words: `${AT} ${words}` })

const parse = (answer: Buffer | null): unknown =>
  Result.getOrUndefined(Result.try(() => JSON.parse((answer ?? Buffer.of()).toString()) as unknown))

/**
 * Reads the answer of a token endpoint: returns the token, or fails with the outcome of the call. `now` is milliseconds
 * since 1970.
 */
export const judgeTokenAnswer = (
  result: ExchangeResult,
  now: number
): Effect.Effect<FetchedToken, NotAuthorised> => {
  const { status } = result
  if (status === null || result.failure !== null) return notSent(connectionWords(result, false))
  if (status >= 200 && status <= 299) {
    const body = parse(result.answer)
    const answer = decodeAnswer(body)
    if (Result.isFailure(answer)) {
      const issues = issuesOf("body", answer.failure.issue, body).map(({ detail }) => detail)
      return notSent(`The answer ${status} breaks the contract: ${issues.join(" ")}`)
    }
    const { access_token, expires_in = UNSTATED_SECONDS } = answer.success
    return Effect.succeed({ token: Redacted.make(access_token), expiresIn: expires_in })
  }
  if (status === 429) {
    const limited = rateLimited(result.retryAfter, now)
    return stopped({ ...limited, words: `${AT} ${limited.words}` })
  }
  if (status === 400 || status === 401 || status === 403) {
    const refusal = Result.getOrUndefined(decodeRefusal(parse(result.answer)))
    const reason = refusal === undefined ? "" : ` (${refusal.error})`
    return stopped({ kind: "credentials", words: `${AT} The fund answered ${status}${reason}.` })
  }
  return notSent(`The fund answered ${status}.`)
}
