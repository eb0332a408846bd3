/**
 * Employer lists: files in which funds name the employers that they know, so that a lookup needs no call. A file
 * arrives by SFTP (`sftp/`) or from an operator, is read (`listRows`, `ListReader`) into a generation of its own,
 * judged (`listRules`, `findings`), and put in force by one row of `employer_lists`. `ListLookup` reads the generation
 * in force.
 *
 * Why generations: millions of rows take minutes. Until the last statement a lookup sees the previous list, and an
 * import that dies at any point changes nothing.
 *
 * The trap: after its lease has expired, another process may import the same file. Every write names the owner of the
 * lease, and an import that has lost its lease fails with `TooLate`.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"
import { createHash, randomUUID } from "node:crypto"
import { fundsRepo, type StoredFund } from "../funds/FundsRepo.ts"
import { count } from "../platform/metrics/counting.ts"
import { fundLabels } from "../platform/metrics/definitions.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { inBackground } from "../platform/database/StatementLimits.ts"
import { FaultPoint } from "../platform/jobs/FaultPoint.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import {
  agreedList,
  maxAgeDays,
  MOST_FINDINGS,
  sizeGuard
} from "@embedded-super/rules/employer-list/listRules"
import { entriesRepo } from "./EntriesRepo.ts"
import { type ClaimedFile, filesRepo, shownFileName } from "./FilesRepo.ts"
import { finding, tooEarly } from "@embedded-super/rules/employer-list/findings"
import { hashedAbn, listKeys } from "@embedded-super/rules/employer-list/listKeys"
import { ListReader, type RowBatch } from "@embedded-super/rules/employer-list/ListReader"
import { listsRepo } from "./ListsRepo.ts"
import { listRows } from "@embedded-super/rules/employer-list/listRows"
import { findingsOf, refusalOf } from "@embedded-super/rules/employer-list/judgeList"
import { ListSalts } from "./ListSalts.ts"

/** Another process imports the file now: everything that this import has read is discarded. */
class TooLate extends Data.TaggedError("TooLate") {}

/** Batches that are written to the database while the next one is read. */
const IN_FLIGHT = 2

/** The result of reading nothing, because the file can't be read as a list. */
const nothing = (fatal: S.EmployerListFinding) => ({
  rows: 0,
  badRows: 0,
  sha256: undefined,
  findings: [],
  fatal,
  generation: undefined
})

/** Imports employer lists. */
export class EmployerListImports extends Context.Service<
  EmployerListImports,
  {
    /** Records a complete file. Calling it again with the same id changes nothing. */
    readonly receive: (file: {
      readonly id: string
      readonly fundId: S.FundId
      readonly fileName: string
      readonly expectedSha256: string | null
      readonly overridden: boolean
      /** Reports the result without putting the list in force. */
      readonly dryRun?: boolean
    }) => Effect.Effect<void, SqlError>
    /** Imports a received file from `path`. Returns none if the file is done or another process holds its lease. */
    readonly run: (id: string, path: string) => Effect.Effect<Option.Option<S.EmployerListResult>, SqlError>
    /** Deletes the rows of generations that are no longer in use. */
    readonly tidy: Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/employer-lists/EmployerListImports") {
  static readonly layer = Layer.effect(
    EmployerListImports,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* BusinessClock
      const timeline = yield* Timeline
      const vault = yield* Vault
      const salts = yield* ListSalts
      const funds = yield* fundsRepo
      const files = yield* filesRepo
      const lists = yield* listsRepo
      const entries = yield* entriesRepo
      const faultPoint = yield* FaultPoint

      const noteJudged = ({ id, name }: StoredFund, result: S.EmployerListResult) => {
        const { outcome } = result
        if (outcome !== "accepted" && outcome !== "refused" && outcome !== "held") return Effect.void
        return timeline.note({
          kind: "list_judged",
          detail: {
            fund: name,
            file: shownFileName(result.file_name),
            judgement: outcome,
            is_dry_run: result.dry_run === true,
            rows: result.rows,
            accepted_rows: result.accepted_rows,
            bad_rows: result.bad_rows,
            findings: result.findings.length,
            reason: result.reason?.detail ?? null,
            stale_from: result.stale_from ?? null
          },
          about: things({ employer_list: result.file_id, fund: id }),
          cause: things({ employer_list: result.file_id })
        })
      }

      const readInto = Effect.fnUntraced(function* (
        file: ClaimedFile,
        path: string,
        generation: string,
        reader: ListReader
      ) {
        const digest = createHash("sha256")
        const insert = Effect.fnUntraced(function* (batch: RowBatch) {
          for (const { line, same } of yield* entries.insert(generation, batch)) {
            reader.note(same ? "duplicate_row" : "duplicate_with_another_number", line, !same)
          }
          if (!(yield* files.progress(file, batch.rowsRead))) return yield* new TooLate()
          yield* faultPoint("list_rows_stored")
        })
        const broken = yield* listRows(path, digest).pipe(
          Stream.map((records) => reader.read(records)),
          Stream.mapEffect(insert, { concurrency: IN_FLIGHT }),
          Stream.takeWhile(() => reader.fatal === undefined),
          Stream.runDrain,
          Effect.as(undefined),
          Effect.catchTag("BrokenFile", (error) => Effect.succeed(error.finding))
        )
        const fatal = broken ?? reader.fatal
        return { fatal, sha256: fatal === undefined ? digest.digest("hex") : undefined }
      })

      const read = Effect.fnUntraced(function* (file: ClaimedFile, fund: StoredFund, path: string) {
        const agreed = agreedList(fund.profile)
        if (agreed === undefined) return nothing(finding("no_list_agreed"))
        const isSalted = agreed.format === "hashed" && agreed.salted === true
        const salt = isSalted ? Option.getOrUndefined(yield* salts.current(fund.id)) : undefined
        if (isSalted && salt === undefined) return nothing(finding("salt_missing"))
        const generation = yield* files.newGeneration(file, agreed.format, salt?.id ?? null)
        if (generation === undefined) return yield* new TooLate()
        const keys = listKeys(vault.fingerprint("employer-list", fund.id))
        const reader = new ListReader(agreed.format, keys)
        const { fatal: unread, sha256 } = yield* readInto(file, path, generation, reader)
        const fatal = refusalOf(reader, { broken: unread, expected: file.expected_sha256, sha256 })
        const isHashed = agreed.format === "hashed"
        const isReversible = isHashed && (salt === undefined || salt.isWeak)
        const keyOf = (abn: string) =>
          keys.of(hashedAbn(salt === undefined ? "" : Redacted.value(salt.salt), abn))
        const matchesNoEmployer =
          isHashed &&
          fatal === undefined &&
          (yield* entries.matchesNoEmployer(generation, fund.profile.simulated, keyOf))
        const { badRows, rows } = reader
        return {
          rows,
          badRows,
          sha256,
          generation,
          fatal,
          findings: findingsOf(reader, { isReversible, matchesNoEmployer })
        }
      })

      /** Decides, and puts the list in force, in one transaction. */
      const decide = Effect.fnUntraced(function* (
        file: ClaimedFile,
        fund: StoredFund,
        { generation, ...found }: Effect.Success<ReturnType<typeof read>>
      ) {
        const entriesRead = generation === undefined ? 0 : yield* entries.count(generation)
        const current = yield* lists.current(fund.id)
        const early = file.overridden || current?.too_early !== true ? undefined : tooEarly(current.next_from)
        const isWhole = found.fatal === undefined && generation !== undefined
        const guard =
          isWhole && !file.overridden ? sizeGuard(agreedList(fund.profile), current, entriesRead) : undefined
        // The file's own mistake comes first. Once corrected, the file still has to wait, so both are reported.
        const reasons = [found.fatal, early, guard && finding(guard)].filter((reason) => reason !== undefined)
        const [reason, ...others] = reasons
        const outcome =
          !isWhole || early !== undefined ? "refused" : guard === undefined ? "accepted" : "held"
        const changes = isWhole && early === undefined && !file.dry_run
        if (changes && guard !== undefined) yield* lists.hold(fund.id, generation, guard === "shrank")
        const accepted =
          changes && guard === undefined
            ? yield* lists.accept(fund.id, generation, entriesRead, maxAgeDays(fund.profile))
            : undefined
        const nextFrom = accepted?.next_from ?? (early === undefined ? undefined : current?.next_from)
        const result: S.EmployerListResult = {
          file_id: file.id,
          file_name: file.file_name,
          outcome,
          ...(file.dry_run ? { dry_run: true } : {}),
          ...(reason === undefined ? {} : { reason }),
          ...(nextFrom === undefined ? {} : { next_from: toTimestamp(nextFrom) }),
          ...(accepted === undefined ? {} : { stale_from: toTimestamp(accepted.stale_from) }),
          received_at: toTimestamp(file.received_at),
          finished_at: toTimestamp(yield* clock.now(fund.simulated)),
          ...(found.sha256 === undefined ? {} : { sha256: found.sha256 }),
          rows: found.rows,
          accepted_rows: outcome === "refused" ? 0 : entriesRead,
          bad_rows: found.badRows,
          findings: [...others, ...found.findings].slice(0, MOST_FINDINGS)
        }
        if (!(yield* files.finish(file, result))) return yield* new TooLate()
        yield* faultPoint("list_judged")
        return result
      }, inBackground(sql))

      return EmployerListImports.of({
        receive: ({ dryRun = false, ...file }) => Effect.asVoid(files.insert({ ...file, dryRun })),

        run: Effect.fn("EmployerListImports.run")(function* (id, path) {
          const file = yield* files.claim(id, randomUUID())
          if (file === undefined) return Option.none()
          const fund = Option.getOrThrow(yield* funds.find(file.fund_id))
          return yield* read(file, fund, path).pipe(
            Effect.flatMap((found) => decide(file, fund, found)),
            Effect.tap((result) =>
              (result.outcome === "accepted"
                ? Effect.logInfo("An employer list was accepted")
                : Effect.logWarning("An employer list wasn't accepted")
              ).pipe(
                Effect.annotateLogs({
                  fund: fund.slug,
                  outcome: result.outcome,
                  dry_run: file.dry_run,
                  reason: result.reason?.code ?? "none",
                  rows: result.rows
                })
              )
            ),
            Effect.tap((result) => noteJudged(fund, result)),
            Effect.tap(({ outcome }) =>
              count("embedded_super_list_imports_total", {
                ...fundLabels(fund.slug, fund.simulated),
                outcome: file.dry_run ? "tried" : outcome
              })
            ),
            Effect.asSome,
            Effect.catchTag("TooLate", () => Effect.succeedNone),
            Effect.onError(() => Effect.ignore(files.release(file)))
          )
        }),

        tidy: entries.forgetUnused
      })
    })
  )
}
