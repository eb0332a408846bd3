import { notObserved, pass } from "@embedded-super/conformance/check/outcomes"
import * as Effect from "effect/Effect"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, isSuccess, notReached, warned } from "../shared/answers.ts"

const closes = (headers: Readonly<Record<string, string>>): boolean =>
  /\bclose\b/i.test(headers["connection"] ?? "")

/** The service makes a new connection for each call today, so this is a suggestion. */
export const keepAlive: FundCheck = {
  id: "LIMITS-4.2-5",
  level: "SHOULD",
  requirement: "D-fund-connections",
  title: "The fund takes a second call over the same connection, or says that it closes it.",
  hint: "Send Connection: close with an answer after which the connection is closed. Otherwise a caller's next call is lost now and then.",
  modes: ["dev", "certify"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.gen(function* () {
        const connection = `keep-alive-${operation}`
        const options = { connection, headers: { connection: "keep-alive" } }
        const first = yield* fund.call(operation, body, options)
        if (!isSuccess(first)) return notObserved("The fund doesn't accept a single call.")
        if (closes(first.headers)) return pass
        yield* Effect.sleep("20 millis")
        const second = yield* fund.call(operation, body, options)
        return second.failure === "connection_reset" || second.failure === "invalid_answer"
          ? warned(second, {
              cause: "The fund closes a connection without having said so.",
              expected: "A second answer, or Connection: close in the first."
            })
          : (notReached(second) ?? pass)
      })
    )
}
