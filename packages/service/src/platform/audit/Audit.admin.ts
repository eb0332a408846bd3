import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { answer, answerList } from "../OperatorAnswer.ts"
import { OperatorError } from "../OperatorError.ts"
import { timeOrDayFlag } from "../time/timeFlags.ts"
import { toTimestamp } from "../time/timestamp.ts"
import { type AuditFilter, auditRepo, type ExportedEntry, type ShownEntry } from "./AuditRepo.ts"
import type { Head } from "./chainHead.ts"
import { resumeSealing } from "./resumeSealing.ts"
import { verifySeals } from "./verifySeals.ts"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const moment = (name: string, description: string) =>
  timeOrDayFlag(name).pipe(Flag.withDescription(description), Flag.optional)

const filters = {
  actor: text("actor", "An operator's name, the id of a key or embed session, or a kind of actor"),
  action: text("action", "An action, such as tax_file_number.decrypt"),
  entity: text("entity", "The id of the thing"),
  product: text("product", "The id of a product"),
  since: moment("since", "From this time with its zone, or day (UTC), on, such as 2026-11-01"),
  until: moment("until", "Before this time with its zone, or day (UTC)")
}

type Given = { readonly [Name in keyof AuditFilter]-?: Option.Option<NonNullable<AuditFilter[Name]>> }

const filterOf = ({ action, actor, entity, product, since, until }: Given): AuditFilter => ({
  action: Option.getOrUndefined(action),
  actor: Option.getOrUndefined(actor),
  entity: Option.getOrUndefined(entity),
  product: Option.getOrUndefined(product),
  since: Option.getOrUndefined(since),
  until: Option.getOrUndefined(until)
})

/** One entry in one line; its detail as JSON. */
const lineOf = (row: ShownEntry): string => {
  const actor = [row.actor_kind, row.actor_id].filter((part) => part !== null).join(" ")
  const entity = [row.entity_kind, row.entity_id].filter((part) => part !== null).join(" ")
  const detail = Object.keys(row.detail).length === 0 ? "" : `  ${JSON.stringify(row.detail)}`
  return `${toTimestamp(row.occurred_at)}  ${row.action}  ${entity}  by ${actor}${detail}`
}

const EXPORTED_AT_ONCE = 1000

const exportEntries = Command.make(
  "export",
  filters,
  Effect.fnUntraced(function* (given) {
    const log = yield* auditRepo
    let after: ExportedEntry | undefined
    do {
      const rows: ReadonlyArray<ExportedEntry> = yield* log.exported(filterOf(given), after, EXPORTED_AT_ONCE)
      for (const { line } of rows) yield* Console.log(line)
      after = rows[EXPORTED_AT_ONCE - 1]
    } while (after !== undefined)
  })
).pipe(
  Command.withDescription(
    "Print entries as lines of JSON, oldest first, each with the number, digest and hash of its seal"
  )
)

/** The exit code if the log isn't as it was sealed; 1 is every other failure. */
const NOT_INTACT = 2

const headOf = (given: string): Head | undefined => {
  const [, seq, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(given) ?? []
  return seq === undefined || hash === undefined ? undefined : { seq: BigInt(seq), hash }
}

const noHead = new OperatorError({
  problem: "The head can't be read.",
  remedy: "Give it as this command prints it, and as the service logs it: NUMBER:HASH."
})

const verify = Command.make(
  "verify",
  {
    head: Flag.String("head").pipe(
      Flag.withDescription(
        "A head that was printed or logged before: the chain must contain it, so nothing was cut off at its end"
      ),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ head: given }) {
    const known = Option.map(given, headOf)
    if (Option.isSome(known) && known.value === undefined) return yield* noHead
    const { bad, found, head, sealed, waiting } = yield* verifySeals(Option.getOrUndefined(known))
    if (found > 0) {
      const more = found === bad.length ? [] : [`and ${found - bad.length} more`]
      return yield* new OperatorError({
        problem: `The audit log isn't as it was sealed: ${[...bad, ...more].join("; ")}.`,
        remedy:
          "Stop changes, keep a copy of the database and its backups, and compare them: who could write to it?",
        exitCode: NOT_INTACT
      })
    }
    const value = { sealed, waiting, head: head === undefined ? null : `${head.seq}:${head.hash}` }
    yield* answer(value, ({ head }) => [
      `intact: ${sealed} entries are as they were sealed; ${waiting} wait for their seals`,
      ...(head === null ? [] : [`head ${head}`])
    ])
  })
).pipe(
  Command.withDescription(
    "Check that no entry was altered, deleted, inserted or moved since it was sealed: exits with 0 if so, else with 2"
  )
)

const notBroken = new OperatorError({
  problem: "There is nothing to resume: the audit log is sealed.",
  remedy: "`admin audit verify` says whether all of it is as it was sealed."
})

const resume = Command.make(
  "resume",
  {},
  Effect.fnUntraced(function* () {
    const resumed = (yield* resumeSealing) ?? (yield* notBroken)
    yield* answer(resumed, ({ reason, seal }) => [
      `entries are sealed again, behind seal ${seal}; before: ${reason}`
    ])
  })
).pipe(
  Command.withDescription(
    "Have entries sealed again behind a broken chain, as the log is now: only with a copy of it kept, and after `verify`"
  )
)

/** `admin audit`: the newest entries of the audit log, newest first. */
export const auditCommand = Command.make(
  "audit",
  {
    ...filters,
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many entries"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000 }))),
      Flag.withDefault(50)
    )
  },
  Effect.fnUntraced(function* ({ limit, ...given }) {
    yield* answerList(
      yield* (yield* auditRepo).newest(filterOf(given), limit),
      lineOf,
      "There are no such entries in the audit log."
    )
  })
).pipe(
  Command.withDescription("Show who did what, newest first"),
  Command.withSubcommands([verify, exportEntries, resume])
)
