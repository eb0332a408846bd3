/**
 * `admin versions` and `admin timers`: what runs on the database, and when clean-up last ran. Over a connection of their own,
 * as `admin status`: they are asked while an upgrade or a worker is stuck.
 */
import * as Command from "effect/cli/Command"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { VERSION } from "../platform/config/program.ts"
import { schemaBeside } from "../platform/database/ledger.ts"
import { processesHere } from "../platform/database/SessionsRepo.ts"
import { answer, counted } from "../platform/OperatorAnswer.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { overdueOf, timersOf } from "./gatherStatus.ts"
import { inTime, ownConnection } from "./ownConnection.ts"

/** `admin versions`. */
export const versionsCommand = Command.make(
  "versions",
  {},
  Effect.fnUntraced(function* () {
    const read = Effect.all({ schema: schemaBeside(), processes: processesHere })
    const { processes, schema } = yield* inTime(Effect.provide(read, ownConnection))
    yield* answer({ version: VERSION, schema, processes }, () => [
      `this program  ${VERSION}`,
      `schema of the database  ${schema.newest ?? "none"}`,
      ...schema.due.map((name) => `  to migrate: ${name}`),
      ...schema.unknown.map(
        (name) =>
          `  newer than this program${schema.barring.includes(name) ? ", which can't work beside it" : ""}: ${name}`
      ),
      ...schema.changed.map((name) => `  made by another file than this program's: ${name}`),
      ...processes.map(
        ({ connections, host, pid, role, schema: known, version }) =>
          `${role}  ${version}, knows the schema up to ${known}  process ${pid} on ${host}  ${counted(connections, "connection")}`
      ),
      ...(processes.length === 0 ? ["no process is connected"] : [])
    ])
  })
).pipe(
  Command.withDescription(
    "Show which versions of the program run on the database, where, and which schema it has"
  )
)

/** `admin timers`. */
export const timersCommand = Command.make(
  "timers",
  {},
  Effect.fnUntraced(function* () {
    const read = Effect.all({ timers: timersOf, overdue: overdueOf })
    const { overdue, timers } = yield* inTime(Effect.provide(read, ownConnection))
    yield* answer({ timers, overdue }, () => [
      ...timers.map(({ isFailing, lastEndedAt, lateSeconds, timer }) =>
        [
          timer,
          lastEndedAt === null
            ? "no run has ended in the last two days"
            : `last run ended ${toTimestamp(lastEndedAt)}`,
          ...(lateSeconds === null
            ? []
            : [`the next is due since ${Duration.format(Duration.seconds(Math.floor(lateSeconds)))}`]),
          ...(isFailing ? ["failing: the log says why"] : [])
        ].join("  ")
      ),
      ...(timers.length === 0 ? ["No process has done background work on this database yet."] : []),
      `tax file numbers to destroy: ${overdue.taxFileNumbers.count}`,
      `sessions to anonymise: ${overdue.sessions}`
    ])
  })
).pipe(
  Command.withDescription(
    "Show when clean-up, the destruction of tax file numbers and the other timers last ran, and what is overdue"
  )
)
