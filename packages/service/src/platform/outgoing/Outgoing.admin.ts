/**
 * `admin outgoing`: holds everything that is sent to funds, partners and people until a time, and releases it. Requests are
 * answered and deadlines go on meanwhile; what would be sent stays due (D-operators-holds).
 *
 * The trap: each process looks every second, so a call that has begun still ends.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { audit, operator } from "../audit/audit.ts"
import { answer } from "../OperatorAnswer.ts"
import { OperatorError } from "../OperatorError.ts"
import { toTimestamp } from "../time/timestamp.ts"
import { reasonFlag, requireFuture, untilFlag } from "./holdFlags.ts"
import { type OutgoingHold, outgoingHoldRepo } from "./OutgoingHoldRepo.ts"

const lineOf = ({ reason, until }: OutgoingHold): string =>
  `all outgoing work is held until ${toTimestamp(until)}: ${reason}`

const show = Command.make(
  "show",
  {},
  Effect.fnUntraced(function* () {
    const repo = yield* outgoingHoldRepo
    const held = yield* repo.current
    const by = (yield* repo.setBy)?.actor ?? null
    yield* answer({ hold: held === undefined ? null : { ...held, by } }, () =>
      held === undefined
        ? "no operator holds outgoing work (`admin restore report` for restored databases)"
        : [lineOf(held), `set by ${by ?? "an operator"}`]
    )
  })
).pipe(Command.withDescription("Show whether an operator holds outgoing work, who, until when and why"))

const hold = Command.make(
  "hold",
  { until: untilFlag, reason: reasonFlag },
  Effect.fnUntraced(function* (given) {
    yield* requireFuture(given.until)
    const sql = yield* SqlClient.SqlClient
    const holding = Effect.gen(function* () {
      yield* (yield* outgoingHoldRepo).set(given)
      yield* audit({
        actor: yield* operator,
        action: "outgoing.hold",
        detail: { until: toTimestamp(given.until) }
      })
    })
    yield* sql.withTransaction(holding)
    yield* answer({ hold: given }, () => [
      lineOf(given),
      "each process stops within a second; calls under way still end"
    ])
  })
).pipe(
  Command.withDescription(
    "Send nothing to funds, partners and people until a time: no call, lookup, webhook, e-mail or file; nothing is lost"
  )
)

const notHeld = new OperatorError({
  problem: "No operator holds outgoing work.",
  remedy: "If the database was restored, see `admin restore report`."
})

const release = Command.make(
  "release",
  {},
  Effect.fnUntraced(function* () {
    const sql = yield* SqlClient.SqlClient
    const releasing = Effect.gen(function* () {
      const repo = yield* outgoingHoldRepo
      const held = yield* repo.current
      if (held === undefined) return yield* notHeld
      yield* repo.release
      yield* audit({
        actor: yield* operator,
        action: "outgoing.release",
        detail: { until: toTimestamp(held.until) }
      })
    })
    yield* sql.withTransaction(releasing)
    yield* answer({ hold: null }, () => "released; each process sends what is due, within seconds")
  })
).pipe(Command.withDescription("End the hold of outgoing work before its time"))

export const outgoingCommand = Command.make("outgoing").pipe(
  Command.withDescription("Hold all outgoing work until a time, and release it"),
  Command.withSubcommands([show, hold, release])
)
