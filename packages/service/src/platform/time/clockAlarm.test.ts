import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { skewed } from "../../../test/at.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { clockOffset, isFarOff, makeClockAlarm } from "./clockAlarm.ts"

const ahead = (by: Duration.Input) => skewed(() => Duration.toMillis(Duration.fromInputUnsafe(by)))

layer(TestDatabase.layer, { excludeTestServices: true })("the clock of this machine", (it) => {
  it.effect("is compared with the database's", () =>
    Effect.gen(function* () {
      // Half of the time that the query may take on a slow machine.
      const error = Duration.toMillis("2 minutes")
      assert.approximately(yield* clockOffset, 0, error)
      const behind = yield* ahead("-10 minutes")(clockOffset)
      assert.approximately(behind, Duration.toMillis("10 minutes"), error)
      assert.approximately(yield* ahead("24 hours")(clockOffset), -Duration.toMillis("24 hours"), error)
      assert.deepStrictEqual([-5001, -5000, 0, 5000, 5001].map(isFarOff), [true, false, false, false, true])
    })
  )

  it.effect("is reported while it is more than five seconds off, and once when it is right again", () =>
    Effect.gen(function* () {
      const levels: Array<string> = []
      const logger = Logger.make<unknown, void>(({ logLevel }) => void levels.push(logLevel))
      const offsets = [0, -3000, -3_600_000, 3_600_000, 0, 0]
      const compare = makeClockAlarm(Effect.sync(() => offsets.shift() ?? 0))
      yield* Effect.repeat(compare, { times: offsets.length - 1 }).pipe(
        Effect.provide(Logger.layer([logger]))
      )
      assert.deepStrictEqual(levels, ["Warn", "Warn", "Info"])
    })
  )
})
