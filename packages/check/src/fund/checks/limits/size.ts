import * as Effect from "effect/Effect"
import { notObserved, pass } from "../../../check/outcomes.ts"
import type { FundCheck } from "../../FundUnderTest.ts"
import { atEachOperation, failed, isSuccess } from "../shared/answers.ts"

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
