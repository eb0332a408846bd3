import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { operator } from "../audit/audit.ts"
import { answer } from "../OperatorAnswer.ts"
import { OperatorError } from "../OperatorError.ts"
import { BusinessClock } from "./BusinessClock.ts"
import { toTimestamp } from "./timestamp.ts"

const printTimes = Effect.gen(function* () {
  const clock = yield* BusinessClock
  const { live, simulated } = yield* clock.moments
  const secondsAhead = Math.round((simulated.getTime() - live.getTime()) / 1000)
  yield* answer({ live, simulated, secondsAhead }, () => [
    `live products:                         ${toTimestamp(live)}`,
    `sandbox products and simulated funds:  ${toTimestamp(simulated)}  ${Duration.format(Duration.seconds(secondsAhead))} ahead`
  ])
})

const show = Command.make("show", {}, () => printTimes).pipe(
  Command.withDescription("Show the time of live and of simulated things")
)

const parse = Schema.decodeOption(Schema.DurationFromString)

const noDuration = new OperatorError({
  problem: "The duration can't be read.",
  remedy: "Give a number and a unit, such as 90 seconds, 36 hours, 5 days or 2 weeks."
})

const advance = Command.make(
  "advance",
  {
    duration: Argument.String("duration").pipe(
      Argument.withDescription("A number and a unit, such as 36 hours or 5 days"),
      Argument.variadic({ min: 1 })
    )
  },
  Effect.fnUntraced(function* ({ duration }) {
    const by = Option.getOrUndefined(parse(duration.join(" ")))
    if (by === undefined) return yield* noDuration
    yield* (yield* BusinessClock).advance(by, yield* operator)
    yield* printTimes
  })
).pipe(
  Command.withDescription(
    "Move sandbox products and simulated funds ahead in time, for good. Needs --dev; live products never move"
  )
)

/** `admin clock`: the time of sandbox products and simulated funds. */
export const clockCommand = Command.make("clock").pipe(
  Command.withDescription("The time of sandbox products and simulated funds"),
  Command.withSubcommands([show, advance])
)
