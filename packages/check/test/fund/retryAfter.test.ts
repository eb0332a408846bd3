/** The verdicts on a Retry-After: the service keeps any wait that it can read, and warns its operator above an hour. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { answeringOperations } from "../../../../simulators/fund/src/faults/plays/exchanges.ts"
import { fundWith } from "./aFund.ts"
import { checking, saidOf } from "./checking.ts"

const CHECK = "ERRORS-7-2"
const HOUR = 3_600_000

const WAITS = "warn: The fund answers 429 with a Retry-After of more than an hour."
const TIME = "fail: The fund answers 429 with a time in place of seconds in Retry-After."
const TOO_LONG = "fail: The fund answers 429 with a Retry-After of more than five days."
const PAST = "warn: The fund answers 429 with a Retry-After that has passed."
const UNREADABLE = "fail: The fund answers 429 with a Retry-After that can't be read."

const dateIn = (hours: number) => () => new Date(Date.now() + hours * HOUR).toUTCString()

const cases: ReadonlyArray<readonly [what: string, header: () => string, said: string]> = [
  ["half a minute", () => "30", "pass: "],
  ["an hour", () => "3600", "pass: "],
  ["four days", () => "345600", WAITS],
  ["six days", () => "518400", TOO_LONG],
  ["a time of day within the hour", dateIn(0.9), "pass: "],
  ["a time of day an hour ago", dateIn(-1), PAST],
  ["a time of day 38 hours ahead", dateIn(38), WAITS],
  ["seconds since 1970", () => String(Math.floor(Date.now() / 1000) + 30), TIME],
  ["a time of ISO 8601", () => new Date(Date.now() + 30_000).toISOString(), UNREADABLE]
]

describe("a Retry-After", () => {
  for (const [what, header, said] of cases) {
    it.live(`of ${what}: ${said}`, () =>
      Effect.gen(function* () {
        const variant = fundWith(() =>
          answeringOperations((reply) =>
            reply.status === 429
              ? { ...reply, headers: { ...reply.headers, "retry-after": header() } }
              : reply
          )
        )
        assert.strictEqual(saidOf(yield* checking({ variant }, { selection: [CHECK] }), CHECK), said)
      })
    )
  }
})
