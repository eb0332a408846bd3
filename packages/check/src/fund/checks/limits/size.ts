import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/Check.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, failed, isSuccess, warned } from "../shared/answers.ts"

const NOT_ACCEPTED = notObserved("The call isn't accepted.")

/** The most that the service reads of an answer. */
const LONGEST = 64 * 1024

export const answerSize: FundCheck = {
  id: "LIMITS-7-1",
  level: "MUST",
  requirement: "D-fund-calls",
  title: "The fund's answers have at most 65536 bytes.",
  hint: "Answer what the specification describes. A longer answer isn't read, and counts as broken.",
  modes: ["dev", "certify", "probe"],
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body()), (answer) => {
        if (answer.isCut || Buffer.byteLength(answer.text) > LONGEST)
          return failed(answer, {
            cause: "The fund's answer is longer than 65536 bytes.",
            expected: "65536 bytes at most.",
            actual: "A longer answer."
          })
        return isSuccess(answer) ? pass : NOT_ACCEPTED
      })
    )
}

export const answersInTime: FundCheck = {
  id: "LIMITS-7-2",
  level: "MUST",
  requirement: "D-fund-calls",
  title: "The fund answers within 30 seconds, or within registration_timeout_seconds of its profile.",
  hint: "Set a time limit of your own below that. If the answer isn't ready, answer 503 and have it ready for the repeat.",
  modes: ["dev", "certify"],
  evenIfSilent: true,
  timeLimit: "100 seconds",
  run: (fund) =>
    atEachOperation(fund, ({ body, operation }) =>
      Effect.map(fund.call(operation, body()), (answer) =>
        answer.failure === "timeout"
          ? failed(answer, {
              cause: "The fund doesn't end its answer in time.",
              expected: "A whole answer in time.",
              root: "late answers"
            })
          : isSuccess(answer)
            ? pass
            : NOT_ACCEPTED
      )
    )
}

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
