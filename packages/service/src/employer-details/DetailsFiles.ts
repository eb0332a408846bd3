import * as Cron from "effect/Cron"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { link, open, readFile, unlink } from "node:fs/promises"
import { join } from "node:path"
import { foldersOf, makeFolders } from "../employer-lists/sftp/folders.ts"
import { fundsRepo, type StoredFund } from "../funds/FundsRepo.ts"
import { inBackground } from "../platform/database/StatementLimits.ts"
import { newId } from "../platform/ids/newId.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { detailsCsv } from "./detailsCsv.ts"
import { detailsFileRequests } from "./DetailsFileNow.ts"
import { detailsRepo } from "./DetailsRepo.ts"
import { requestOf } from "./detailsOperation.ts"

const SYDNEY = "Australia/Sydney"

/** When the files are written, as cron has it, in Sydney. */
export const DAILY_AT = "0 4 * * *"

interface File {
  readonly id: string
  readonly file_name: string
  readonly state: "prepared" | "uploaded" | "placed"
  readonly sha256: string | null
}

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")

/**
 * The daily file of employer details (settled 40): what is new or changed, in the fund's outbox, and no file on a day
 * without any. Written under a temporary name, then linked to its own, which is never overwritten; both steps are in the
 * ledger, so that a process which dies between them leaves neither a half file nor a second one.
 */
export const detailsFiles = Effect.fnUntraced(function* (root: string) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* BusinessClock
  const funds = yield* fundsRepo
  const repo = yield* detailsRepo

  const todayOf = ({ simulated }: StoredFund) =>
    Effect.map(clock.now(simulated), (now) =>
      DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe(now), SYDNEY)).replaceAll(
        "-",
        ""
      )
    )

  /** Puts what waits into a file of its own; undefined if nothing does. */
  const prepare = Effect.fnUntraced(function* (fund: StoredFund) {
    const waiting = yield* sql<{ id: string }>`SELECT id FROM fund_calls
      WHERE fund_id = ${fund.id} AND operation = 'employer_details' AND state = 'waiting' AND file_id IS NULL
      ORDER BY id FOR UPDATE`
    if (waiting.length === 0) return undefined
    const base = `employer_details_${fund.slug}_${yield* todayOf(fund)}`
    const [{ count } = { count: 0 }] = yield* sql<{ count: number }>`SELECT count(*)::int AS count
      FROM employer_details_files WHERE fund_id = ${fund.id} AND starts_with(file_name, ${base})`
    const file_name = count === 0 ? `${base}.csv` : `${base}_${count + 1}.csv`
    const id = yield* newId
    yield* sql`INSERT INTO employer_details_files (id, fund_id, file_name, state, inserted_at)
      VALUES (${id}, ${fund.id}, ${file_name}, 'prepared', business_now(${fund.simulated}))`
    yield* sql`UPDATE fund_calls SET file_id = ${id} WHERE ${sql.in(
      "id",
      waiting.map((row) => row.id)
    )}`
    return { id, file_name, state: "prepared", sha256: null } satisfies File
  }, inBackground(sql))

  const textOf = Effect.fnUntraced(function* (fund: StoredFund, file: File) {
    const rows = yield* sql<{ details_id: string }>`SELECT details_id FROM fund_calls
      WHERE file_id = ${file.id} AND state = 'waiting' ORDER BY id`
    const stored = yield* Effect.forEach(rows, (row) => repo.findById(row.details_id))
    const requests = stored.flatMap((found) => (found === undefined ? [] : [requestOf(found)]))
    return yield* detailsCsv(requests, fund.profile.operations.employer_details?.form.custom_questions ?? [])
  })

  const upload = Effect.fnUntraced(function* (fund: StoredFund, file: File, temporary: string) {
    const text = yield* textOf(fund, file)
    yield* Effect.promise(async () => {
      const handle = await open(temporary, "w", 0o600)
      await handle.writeFile(text)
      await handle.sync()
      await handle.close()
    })
    yield* sql`UPDATE employer_details_files SET state = 'uploaded', sha256 = ${sha256(text)} WHERE id = ${file.id}`
    return { ...file, state: "uploaded", sha256: sha256(text) } satisfies File
  })

  const isThere = (file: File, final: string) =>
    Effect.map(
      Effect.option(Effect.tryPromise(() => readFile(final))),
      (found) => Option.isSome(found) && sha256(found.value) === file.sha256
    )

  /** Gives the file its own name. Whether an earlier try, or another process, did so is read from the disk. */
  const place = Effect.fnUntraced(function* (fund: StoredFund, file: File, temporary: string, final: string) {
    if (!(yield* isThere(file, final))) {
      yield* Effect.tryPromise(() => link(temporary, final)).pipe(
        Effect.catch((error) => Effect.flatMap(isThere(file, final), (is) => (is ? Effect.void : error)))
      )
    }
    yield* Effect.ignore(Effect.tryPromise(() => unlink(temporary)))
    yield* sql`UPDATE employer_details_files SET state = 'placed' WHERE id = ${file.id}`
    yield* sql`UPDATE fund_calls SET state = 'done', because = 'filed', ended_at = business_now(${fund.simulated})
      WHERE file_id = ${file.id} AND state = 'waiting'`
  })

  const goOn = Effect.fnUntraced(function* (fund: StoredFund, file: File) {
    const { outbox } = foldersOf(root, fund.slug)
    yield* makeFolders([outbox])
    const temporary = join(outbox, `.${file.file_name}.${file.id}.tmp`)
    const uploaded = file.state === "prepared" ? yield* upload(fund, file, temporary) : file
    yield* place(fund, uploaded, temporary, join(outbox, file.file_name))
    yield* Effect.logInfo("A file of employer details is in the outbox").pipe(
      Effect.annotateLogs({ fund: fund.slug, file: file.file_name })
    )
  })

  /** What was begun, then what is new. */
  const ofFund = Effect.fnUntraced(function* (fund: StoredFund) {
    const begun = yield* sql<File>`SELECT id, file_name, state, sha256 FROM employer_details_files
      WHERE fund_id = ${fund.id} AND state <> 'placed' ORDER BY id`
    for (const file of begun) yield* goOn(fund, file)
    const file = yield* prepare(fund)
    if (file !== undefined) yield* goOn(fund, file)
  })

  const writeAll = Effect.fnUntraced(function* (simulated: boolean) {
    const rows = yield* sql<{ slug: string }>`SELECT slug FROM funds
      WHERE simulated = ${simulated} AND profile #>> '{operations,employer_details,delivery}' = 'sftp' ORDER BY slug`
    for (const { slug } of rows) {
      const fund = Option.getOrUndefined(yield* funds.findBySlug(slug))
      if (fund === undefined) continue
      yield* Effect.catchCause(ofFund(fund), (cause) =>
        Effect.logError("A file of employer details can't be written", cause)
      )
    }
  })

  /** The same for one fund; fails if its file can't be written. */
  const writeOf = Effect.fnUntraced(function* (slug: string) {
    const fund = Option.getOrUndefined(yield* funds.findBySlug(slug))
    if (fund !== undefined) yield* ofFund(fund)
  })

  return { writeAll, writeOf }
})

/**
 * Writes the files daily at 04:00 in Sydney, once over all processes: of simulated funds by the time that those read. A
 * simulated fund's file is also written when an operator asks for it.
 */
export const dailyDetailsFiles = Effect.fnUntraced(function* (root: string) {
  const { writeAll, writeOf } = yield* detailsFiles(root)
  const asked = yield* detailsFileRequests
  yield* Effect.forkScoped(asked.work(({ fund }) => writeOf(fund), { concurrency: 1 }))
  const daily = Cron.parseUnsafe(DAILY_AT, SYDNEY)
  yield* Effect.forkScoped(
    periodically("employer details files", daily, writeAll(false), { simulated: false })
  )
  yield* Effect.forkScoped(periodically("employer details files of simulated funds", daily, writeAll(true)))
})
