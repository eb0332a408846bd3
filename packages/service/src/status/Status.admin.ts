import * as Command from "effect/cli/Command"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { answer, counted } from "../platform/OperatorAnswer.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { gatherStatus } from "./gatherStatus.ts"
import { named } from "./needs.ts"
import { inTime, ownConnection } from "./ownConnection.ts"
import type { Status } from "./Status.ts"

/** The exit code if something needs a person. 1: the status can't be told. */
const NEEDS_A_PERSON = 3

const age = (seconds: number): string => Duration.format(Duration.seconds(Math.max(0, Math.floor(seconds))))

const overdue = (seconds: number | null): string =>
  seconds === null ? "none due" : `oldest due for ${age(seconds)}`

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`

const LABEL = 28

const row = (label: string, text: string): string => `${label.padEnd(LABEL)}${text}`

const schemaWords = ({ due, newest, unknown }: Status["schema"]): string => {
  if (newest === null) return "none: `migrate` makes it"
  const lacking = due.length === 0 ? "" : `, ${due.length} to migrate`
  return `${newest}${lacking}${unknown.length === 0 ? "" : `, newer than this program: ${unknown.join(", ")}`}`
}

const outgoingWords = ({ hold, setting }: Status["outgoing"]): string => {
  if (hold?.because === "restored")
    return "held: the database was restored, or isn't the one that was served last"
  if (hold !== null) return `held by an operator until ${toTimestamp(hold.until)}: ${hold.reason}`
  return setting === "off" ? "off for processes with the settings of this command" : "on"
}

const timerWords = (timers: Status["timers"]): string => {
  const ended = timers.flatMap(({ lastEndedAt }) => (lastEndedAt === null ? [] : [lastEndedAt.getTime()]))
  const last =
    ended.length === 0
      ? "none has ended a run in the last two days"
      : `last run ${new Date(Math.max(...ended)).toISOString()}`
  const failing = timers.filter(({ isFailing }) => isFailing).length
  return `${timers.length}, ${last}${failing === 0 ? "" : `, ${failing} failing`}`
}

/** The one screen. */
export const linesOf = (status: Status): ReadonlyArray<string> => {
  const { cleanUp, database, funds, lists, members, needs, processes, webhookAddresses, work } = status
  return [
    needs.length === 0 ? "Nothing needs a person." : "Needs a person:",
    ...needs.flatMap(({ need, remedy }) => [`- ${need}`, `  ${remedy}`]),
    "",
    row("program", status.version),
    row("schema", schemaWords(status.schema)),
    row(
      "database",
      `PostgreSQL ${database.serverVersion}, ${database.isReadOnly ? "read-only" : "read and write"}, ` +
        `${database.latencyMs} ms, ${megabytes(database.bytes)}, ` +
        `${database.connections} of ${database.maxConnections} connections`
    ),
    row("outgoing work", outgoingWords(status.outgoing)),
    ...processes.map(({ connections, host, pid, role, schema, version }) =>
      row(
        `process ${role}`,
        `${version}, schema ${schema}, ${pid}@${host}, ${counted(connections, "connection")}`
      )
    ),
    ...work.map(({ dueSeconds, kind, waiting }) =>
      row(named(kind), `${waiting} waiting, ${overdue(dueSeconds)}`)
    ),
    row("webhook addresses", `${webhookAddresses.paused} paused, ${webhookAddresses.backingOff} backing off`),
    ...funds.map(({ heldBecause, heldUntil, simulated, slug, stopped, waiting }) =>
      row(
        `fund ${slug}`,
        `${simulated ? "simulated, " : ""}${waiting} waiting, ${stopped} stopped${heldUntil === null ? "" : `, held until ${heldUntil} (${heldBecause})`}`
      )
    ),
    ...lists.map(({ awaitsDecision, fund, staleFrom }) =>
      row(
        `employer list of ${fund}`,
        awaitsDecision || staleFrom === null ? "awaits a decision" : `stale since ${staleFrom.toISOString()}`
      )
    ),
    row(
      "without a member number",
      `${members.withoutNumber}, ${members.past} past and ${members.near} near their Payday Super day`
    ),
    row(
      "to destroy or anonymise",
      `${counted(cleanUp.taxFileNumbers.count, "tax file number")}, ${counted(cleanUp.sessions, "session")}`
    ),
    row("timers", timerWords(status.timers))
  ]
}

/** `admin status`. */
export const statusCommand = Command.make(
  "status",
  {},
  Effect.fnUntraced(function* () {
    const status = yield* inTime(Effect.provide(gatherStatus, ownConnection))
    yield* answer(status, linesOf)
    if (status.isFine) return
    return yield* new OperatorError({
      problem: `${status.needs.length} thing${status.needs.length === 1 ? " needs" : "s need"} a person.`,
      remedy: "What needs one comes first in the status, with what to do.",
      exitCode: NEEDS_A_PERSON
    })
  })
).pipe(
  Command.withDescription(
    "Show on one screen whether anything needs a person; exit 0 nothing does, 1 the status can't be told, 3 something does"
  )
)
