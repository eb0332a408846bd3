import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type ListedRegistration, ParkedRegistrations } from "./ParkedRegistrations.ts"

const stateOf = ({ because, due_at, parked, state }: ListedRegistration): string => {
  if (state !== "waiting") return because === null ? state : `${state} (${because})`
  if (due_at === null) return `parked (${because}), waits for an operator`
  if (parked)
    return because === "credentials"
      ? "parked (credentials)"
      : `parked (${because}) until ${due_at.toISOString()}`
  return `waiting, due ${due_at.toISOString()}`
}

const list = Command.make(
  "list",
  {
    parked: Flag.Boolean("parked").pipe(
      Flag.withDescription("Only those that are set aside"),
      Flag.withDefault(false)
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* (options) {
    const rows = yield* (yield* ParkedRegistrations).list(options)
    if (rows.length === 0) {
      return yield* Console.log(options.parked ? "No registration is parked." : "There are no registrations.")
    }
    for (const row of rows) {
      const calls = `${row.attempts} call${row.attempts === 1 ? "" : "s"}`
      yield* Console.log(`${row.id}  fund ${row.fund}  session ${row.session_id}  ${stateOf(row)}  ${calls}`)
      if (row.words !== null) yield* Console.log(`  ${row.words}`)
    }
  })
).pipe(Command.withDescription("Show member registrations, newest first, and what is set aside"))

const show = Command.make(
  "show",
  { id: Argument.String("id").pipe(Argument.withDescription("The registration's id")) },
  Effect.fnUntraced(function* ({ id }) {
    const { attempts, registration } = yield* (yield* ParkedRegistrations).show(id)
    const { fund, session_id } = registration
    yield* Console.log(`${registration.id}  fund ${fund}  session ${session_id}  ${stateOf(registration)}`)
    if (registration.words !== null) yield* Console.log(`  ${registration.words}`)
    if (attempts.length === 0) return yield* Console.log("No call has been made.")
    yield* Console.log(
      "Calls, by the X-Request-Id that the fund was sent; the words can be sent to the fund:"
    )
    for (const { id: requestId, number, outcome, started_at, status, took_ms, words } of attempts) {
      const answered = status === null ? "no answer" : `answered ${status}`
      const came = outcome === null ? "under way, or lost" : `${outcome}, ${answered}, ${took_ms} ms`
      yield* Console.log(`  ${number}  ${started_at.toISOString()}  ${requestId}  ${came}`)
      if (words !== null) yield* Console.log(`     ${words}`)
    }
  })
).pipe(
  Command.withDescription("Show one registration, every call that was made for it, and what came of each")
)

const release = Command.make(
  "release",
  { id: Argument.String("id").pipe(Argument.withDescription("The registration's id")) },
  Effect.fnUntraced(function* ({ id }) {
    const { fund } = yield* (yield* ParkedRegistrations).release(id)
    yield* Console.log(`registration ${id} is sent to fund ${fund} again`)
  })
).pipe(
  Command.withDescription(
    "Let a registration that is parked, or has failed, go on. First make sure with the fund that the member isn't registered"
  )
)

/** `admin registration`: member registrations that are set aside. */
export const registrationCommand = Command.make("registration").pipe(
  Command.withDescription("Member registrations: what is set aside, and why"),
  Command.withAlias("registrations"),
  Command.withSubcommands([list, show, release])
)
