import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { Noted, TestTimeline } from "../../../test/workbench/anEntry.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import type { StoredFund } from "../FundsRepo.ts"
import { noteFundCalls } from "./noteFundCalls.ts"

/** A clock whose database doesn't answer any more; five days ahead when it was last read. */
const unreadable = Layer.effect(
  BusinessClock,
  Effect.map(BusinessClock, (clock) => ({
    ...clock,
    now: () => Effect.die(new Error("the database is away")),
    lastOffset: () => Duration.toMillis("5 days")
  }))
)

const fund = { id: "01a1fb67-1800-7000-8000-0000000000f1", name: "Banksia Super", simulated: true }

const attempt = {
  operation: "member_registration",
  fund: fund as unknown as StoredFund,
  attempt: 1,
  made: {
    outcome: { kind: "rate_limited", afterMillis: 60_000, words: "" },
    status: 429,
    took: 5
  },
  next: { kind: "stopped", report: false },
  backOff: [],
  recognisesRepeats: true
} as never

layer(unreadable.pipe(Layer.provideMerge(TestDatabase.layer), Layer.provideMerge(TestTimeline.layer)))(
  "the note of a call to a fund",
  (it) => {
    it.effect("doesn't fail the call if the clock can't be read: it has the clock as it was last read", () =>
      Effect.gen(function* () {
        const note = yield* noteFundCalls
        yield* note.called(attempt, {})
        const [noted] = yield* Noted
        assert.deepInclude(noted?.detail, { in_seconds: 60, until: "1970-01-06T00:01:00.000Z" })
      })
    )
  }
)
