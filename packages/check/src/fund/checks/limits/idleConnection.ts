import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { isSuccess, warned } from "../shared/answers.ts"

/** Shorter than the idle time of any server that closes properly; in a certifying run longer than that of most. */
const IDLE = { dev: "300 millis", certify: "12 seconds", probe: "300 millis" } as const

const PATIENCE = 5000

/** The service opens a connection for each call, so this is measured only; other callers of the fund may not. */
export const idleConnection: FundCheck = {
  id: "LIMITS-7-4",
  level: "INFO",
  requirement: "D-fund-calls",
  title: "A connection that was idle takes the next call, or is closed before it.",
  hint: "Close idle connections with FIN or Connection: close, at the load balancer too: one that forgets them in silence loses the next call. Its idle time has to be shorter than that of the server behind it.",
  modes: ["dev", "certify"],
  independent: true,
  run: (fund) =>
    Effect.gen(function* () {
      const [offer] = fund.callable()
      if (offer === undefined) return notObserved("The fund offers no operation that this mode may call.")
      const { body, operation } = offer
      const connection = `idle-${crypto.randomUUID()}`
      const first = yield* fund.call(operation, body(), { connection })
      if (!isSuccess(first)) return notObserved("The fund doesn't accept the usual call.")
      yield* Effect.sleep(IDLE[fund.mode])
      const second = yield* fund.call(operation, body(), { connection, timeout: PATIENCE })
      return second.failure === null
        ? pass
        : warned(second, {
            cause: "The fund loses a call on a connection that was idle.",
            expected: "An answer; or a connection that is closed while it is idle."
          })
    })
}
