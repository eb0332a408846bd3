/**
 * Restored databases, for operators (D-restored-databases). `admin restore report` lists what would be sent, and `admin
 * restore accept` lets it be sent, once the erasures since then are applied again (`applyErasures`). `platform/outgoing` recognises a restored database, and holds everything.
 *
 * Why a list before the release: after a restore to a moment, everything that was sent since then waits again. Only the
 * operator knows whether this database replaces the original, or is a copy for a test.
 *
 * The trap: the report shows ids and hosts, and no data of a person; the path of a webhook's address may hold a token.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { applyErasures } from "./applyErasures.admin.ts"
import { lineOf } from "../funds/calls/FundCalls.admin.ts"
import { FundCallOperations } from "../funds/calls/FundCallOperations.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import { Settings } from "../platform/config/Settings.ts"
import { rootMessage } from "../platform/database/checkServer.ts"
import { answer, counted } from "../platform/OperatorAnswer.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { isUnsaid, servedDatabaseRepo } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { timeOrDayFlag } from "../platform/time/timeFlags.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import { waitingRepo } from "./WaitingRepo.ts"

/** The server doesn't say which database this is. */
const unsaid = (error: SqlError) =>
  new OperatorError({
    problem: `The server doesn't say which database this is (${rootMessage(error)}): nothing is held for a restore.`,
    remedy:
      "Start every process on a copy with OUTGOING=off or --no-outgoing. A start without it releases what waits."
  })

/** The sign that the database was restored; undefined if there is none. */
const restored = Effect.gen(function* () {
  const found = yield* (yield* servedDatabaseRepo).compare
  if (found === undefined || !found.isKnown) return undefined
  if (!found.isSameDatabase) return "this is another database than the one that was served last"
  if (!found.isSameTables) return "its tables were restored since it was served last"
  return found.isSameTimeline
    ? undefined
    : "it was recovered, or a replica was promoted, since it was served last"
}).pipe(Effect.catchIf(isUnsaid, (error) => Effect.fail(unsaid(error))))

/** The words before the list: which processes send it, and when. */
const heading = Effect.gen(function* () {
  const why = yield* restored
  return why === undefined
    ? "Not held for a restore: this is the database that was served last, or none was served yet."
    : `Held, because ${why}. \`admin restore accept\` releases it.`
}).pipe(Effect.catchTag("OperatorError", ({ problem, remedy }) => Effect.succeed(`${problem} ${remedy}`)))

const limit = Flag.Int("limit").pipe(
  Flag.withDescription("How many of each kind"),
  Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
  Flag.withDefault(50)
)

/** What may have happened since the moment to which the database was restored, without a trace in it. */
const knownSince = Effect.fnUntraced(function* (since: Date, limit: number) {
  const waiting = yield* waitingRepo
  return { since, ...(yield* waiting.knownAt(since)), open: yield* waiting.openAt(since, limit) }
})

const linesOfKnown = ({
  employers,
  intents,
  newest,
  open,
  sessions,
  since
}: Effect.Success<ReturnType<typeof knownSince>>) => [
  `What was made or changed after ${toTimestamp(since)} isn't in this database. Its newest event from before is of ${newest === null ? "never" : toTimestamp(newest)}.`,
  `${sessions} session${sessions === 1 ? " was" : "s were"} open then. Their partners, employees and funds may know more of them:`,
  ...open.map(({ fund, id, idempotency, key, productId, state }) => {
    const call =
      fund === null
        ? `a registration since has the key ${key}`
        : `fund ${fund} may have registered the member: key ${key}, ${idempotency === "honoured" ? "which it recognises" : "which it ignores: ask it"}`
    return `  ${id}  product ${productId}  ${state}  ${call}`
  }),
  ...(open.length < sessions ? [`  and ${sessions - open.length} more: --limit lists them`] : []),
  `${intents} intents were open then, and ${employers} employers had no default fund.`
]

const report = Command.make(
  "report",
  {
    limit,
    since: timeOrDayFlag("since").pipe(
      Flag.withDescription(
        "The moment to which the database was restored, with its zone, or the day (UTC): also list what the outside may know since"
      ),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ limit, since }) {
    const waiting = yield* waitingRepo
    const value = {
      held: yield* heading,
      known: Option.isSome(since) ? yield* knownSince(since.value, limit) : null,
      isSwitchedOff: (yield* Settings).outgoing === "off",
      counts: yield* waiting.counts,
      webhooks: (yield* waiting.webhooks(limit)).map(({ url, ...webhook }) => ({
        ...webhook,
        host: URL.parse(url)?.host ?? "an address that can't be read"
      })),
      calls: yield* (yield* FundCallOperations).list({ fund: undefined, state: "waiting", limit }),
      emails: yield* waiting.emails(limit)
    }
    yield* answer(value, ({ calls, counts, emails, held, isSwitchedOff, known, webhooks }) => [
      held,
      ...(known === null ? [] : linesOfKnown(known)),
      ...(isSwitchedOff
        ? ["OUTGOING=off is set here: a process with this setting sends nothing in any case."]
        : []),
      "Deadlines go on in the meantime: sessions complete or expire, and what follows from that waits, too.",
      "What waits, and is sent as it becomes due by each process that is neither held nor switched off:",
      counted(counts.webhooks, "webhook"),
      ...webhooks.map(({ attempts, entityId, event, host, id, productId, recordedAt }) => {
        const parts = [
          id,
          event,
          entityId,
          `product ${productId}`,
          `to ${host}`,
          counted(attempts, "attempt")
        ]
        return `  ${parts.join("  ")}  recorded ${toTimestamp(recordedAt)}`
      }),
      `${counted(counts.calls, "call")} to funds, or rows of their files`,
      ...calls.map((call) => `  ${lineOf(call)}`),
      counted(counts.emails, "e-mail"),
      ...emails.map(({ at, kind, productId }) => `  ${kind}  product ${productId}  of ${toTimestamp(at)}`)
    ])
  })
).pipe(
  Command.withDescription(
    "Show whether the database is taken for a restored or copied one, and what would be sent from it"
  )
)

const notApplied = new OperatorError({
  problem:
    "The erasures since the restored moment weren't applied: people who were erased are in this database again.",
  remedy:
    "Run `admin restore erasures FILE` with the journal (ERASURES_FILE) first. If there is none, or nothing was erased, give --without-erasures."
})

const accept = Command.make(
  "accept",
  {
    withoutErasures: Flag.Boolean("without-erasures").pipe(
      Flag.withDescription("Although no journal of erasures was applied; this is recorded"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ withoutErasures }) {
    const why = yield* restored
    if (why === undefined) {
      return yield* new OperatorError({
        problem:
          "Nothing is held for a restore: this is the database that was served last, or none was served yet.",
        remedy:
          "A process that was started with --no-outgoing or OUTGOING=off is released by a start without it."
      })
    }
    const sql = yield* SqlClient.SqlClient
    const isApplied = yield* (yield* waitingRepo).hasAppliedErasures(
      yield* (yield* servedDatabaseRepo).identity
    )
    if (!isApplied && !withoutErasures) return yield* notApplied
    const accepting = Effect.gen(function* () {
      yield* (yield* servedDatabaseRepo).accept
      yield* (yield* waitingRepo).skipFeedPositions
      yield* audit({
        actor: yield* operator,
        action: "restore.accept",
        detail: { because: why, erasures_applied: isApplied }
      })
    })
    yield* sql.withTransaction(accepting)
    yield* answer(
      { because: why },
      () =>
        "accepted; each process that isn't switched off (OUTGOING=off, --no-outgoing) sends what is due, within seconds"
    )
  })
).pipe(
  Command.withDescription(
    "Let all that waits be sent from a restored database, in place of the one that was served before"
  )
)

/** `admin restore`: lists the outgoing work of a restored database, and releases it. */
export const restoreCommand = Command.make("restore").pipe(
  Command.withDescription("A restored or copied database: what it would send, and its release"),
  Command.withSubcommands([report, applyErasures, accept])
)
