import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { DetailsDeliveries, type ListedDelivery } from "./DetailsDeliveries.ts"

const stateOf = ({ because, delivery, due_at, parked, state }: ListedDelivery): string => {
  if (state !== "waiting") return because === null ? state : `${state} (${because})`
  if (delivery === "sftp") return "waiting for the fund's next file"
  if (parked) return because === "credentials" ? "parked (credentials)" : `parked (${because})`
  return due_at === null ? "waiting" : `waiting, due ${due_at.toISOString()}`
}

const list = Command.make(
  "list",
  {
    failed: Flag.Boolean("failed").pipe(
      Flag.withDescription("Only those that failed"),
      Flag.withDefault(false)
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* (options) {
    const rows = yield* (yield* DetailsDeliveries).list(options)
    if (rows.length === 0) {
      return yield* Console.log(
        options.failed
          ? "No delivery of employer details has failed."
          : "No employer details were delivered yet."
      )
    }
    for (const row of rows) {
      const calls = `${row.attempts} ${row.attempts === 1 ? "try" : "tries"}`
      yield* Console.log(
        `${row.id}  fund ${row.fund}  employer ${row.employer_id}  ${stateOf(row)}  ${calls}`
      )
      if (row.words !== null) yield* Console.log(`  ${row.words}`)
    }
  })
).pipe(
  Command.withDescription(
    "Show deliveries of employer details, newest first; what is said of a failed one can be sent to the fund"
  )
)

const retry = Command.make(
  "retry",
  { id: Argument.String("id").pipe(Argument.withDescription("The delivery's id")) },
  Effect.fnUntraced(function* ({ id }) {
    const { delivery, fund } = yield* (yield* DetailsDeliveries).retry(id)
    const how = delivery === "api" ? `is sent to fund ${fund} again` : `is in the next file for fund ${fund}`
    yield* Console.log(`delivery ${id} ${how}`)
  })
).pipe(
  Command.withDescription(
    "Have a delivery that failed made again. First see that what the fund refused it for is mended"
  )
)

/** `admin employer-details`: what employers tell the fund that they confirmed, and whether it reached the fund. */
export const employerDetailsCommand = Command.make("employer-details").pipe(
  Command.withDescription("Employer details on their way to funds: what failed, and to retry it"),
  Command.withSubcommands([list, retry])
)
