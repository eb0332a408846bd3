import * as Cron from "effect/Cron"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { link, open, readFile, unlink } from "node:fs/promises"
import { join } from "node:path"
import { foldersOf, makeFolders } from "@embedded-super/rules/sftp/folders"
import { fundsRepo, type StoredFund } from "../funds/FundsRepo.ts"
import { things } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { inBackground } from "../platform/database/StatementLimits.ts"
import { periodically } from "../platform/jobs/periodically.ts"
import { queues } from "../platform/jobs/queues.ts"
import { Outgoing, untilReleased } from "../platform/outgoing/Outgoing.ts"
import { BusinessClock } from "../platform/time/BusinessClock.ts"
import { detailsCsv } from "@embedded-super/rules/employer-details/detailsCsv"
import { detailsRepo, type DetailsFile, detailsFilesRepo } from "./DetailsRepo.ts"
import { requestOf } from "./detailsOperation.ts"
import { filedCallsRepo } from "../funds/calls/FundCallsRepo.ts"

const SYDNEY = "Australia/Sydney"

/** When the files are written: a cron expression in Sydney time. */
export const DAILY_AT = "0 4 * * *"

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")

/**
 * The daily file of employer details (D-employer-details): it holds new and changed details, and goes into the fund's
 * outbox; on a day without any, no file is written. The file is written under a temporary name and then linked to its
 * final name, which is never overwritten. Both steps are in the ledger, so a process that dies between them leaves
 * neither a partial file nor a second one.
 */
export const detailsFiles = Effect.fnUntraced(function* (root: string) {
  const released = untilReleased(yield* Outgoing)
  const sql = yield* SqlClient.SqlClient
  const clock = yield* BusinessClock
  const timeline = yield* Timeline
  const funds = yield* fundsRepo
  const repo = yield* detailsRepo
  const files = yield* detailsFilesRepo
  const calls = yield* filedCallsRepo

  const todayOf = ({ simulated }: StoredFund) =>
    Effect.map(clock.now(simulated), (now) =>
      DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(DateTime.makeUnsafe(now), SYDNEY)).replaceAll(
        "-",
        ""
      )
    )

  /** Puts the waiting calls into a new file; returns undefined if there are none. */
  const prepare = Effect.fnUntraced(function* (fund: StoredFund) {
    const waiting = yield* calls.lockUnfiled(fund.id)
    if (waiting.length === 0) return undefined
    const base = `employer_details_${fund.slug}_${yield* todayOf(fund)}`
    const count = yield* files.count(fund.id, base)
    const file = yield* files.insert(fund, count === 0 ? `${base}.csv` : `${base}_${count + 1}.csv`)
    yield* calls.putInto(file.id, waiting)
    return file
  }, inBackground(sql))

  const textOf = Effect.fnUntraced(function* (fund: StoredFund, file: DetailsFile) {
    const stored = yield* Effect.forEach(yield* calls.detailsIn(file.id), repo.findById)
    const requests = stored.flatMap((found) => (found === undefined ? [] : [requestOf(found)]))
    return yield* detailsCsv(requests, fund.profile.operations.employer_details?.form.custom_questions ?? [])
  })

  const upload = Effect.fnUntraced(function* (fund: StoredFund, file: DetailsFile, temporary: string) {
    const text = yield* textOf(fund, file)
    yield* Effect.promise(async () => {
      const handle = await open(temporary, "w", 0o600)
      await handle.writeFile(text)
      await handle.sync()
      await handle.close()
    })
    return yield* files.uploaded(file, sha256(text))
  })

  const isThere = (file: DetailsFile, final: string) =>
    Effect.map(
      Effect.option(Effect.tryPromise(() => readFile(final))),
      (found) => Option.isSome(found) && sha256(found.value) === file.sha256
    )

  /** Links the file to its final name, unless an earlier try or another process has done so: the disk shows that. */
  const place = Effect.fnUntraced(function* (
    fund: StoredFund,
    file: DetailsFile,
    temporary: string,
    final: string
  ) {
    if (!(yield* isThere(file, final))) {
      yield* Effect.tryPromise(() => link(temporary, final)).pipe(
        Effect.catch((error) => Effect.flatMap(isThere(file, final), (is) => (is ? Effect.void : error)))
      )
    }
    yield* Effect.ignore(Effect.tryPromise(() => unlink(temporary)))
    yield* files.placed(file)
    yield* calls.done(file.id, fund.simulated)
  })

  const finish = Effect.fnUntraced(function* (fund: StoredFund, file: DetailsFile) {
    const outbox = foldersOf(root, fund.slug).outbox.whole
    yield* makeFolders([outbox])
    const temporary = join(outbox, `.${file.file_name}.${file.id}.tmp`)
    const uploaded = file.state === "prepared" ? yield* upload(fund, file, temporary) : file
    yield* place(fund, uploaded, temporary, join(outbox, file.file_name))
    yield* timeline.note({
      kind: "details_file_written",
      detail: { fund: fund.name, file: file.file_name },
      about: things({ fund: fund.id }),
      to: fund.name
    })
    yield* Effect.logInfo("A file of employer details is in the outbox").pipe(
      Effect.annotateLogs({ fund: fund.slug, file: file.file_name })
    )
  })

  /** Finishes the begun files, then writes a new one. */
  const ofFund = Effect.fnUntraced(function* (fund: StoredFund) {
    for (const file of yield* files.unplaced(fund.id)) yield* finish(fund, file)
    const file = yield* prepare(fund)
    if (file !== undefined) yield* finish(fund, file)
  })

  const writeAll = Effect.fnUntraced(function* (simulated: boolean) {
    for (const slug of yield* files.receivers(simulated)) {
      const fund = Option.getOrUndefined(yield* funds.findBySlug(slug))
      if (fund === undefined) continue
      yield* Effect.catchCause(Effect.andThen(released, ofFund(fund)), (cause) =>
        Effect.logError("A file of employer details can't be written", cause).pipe(
          Effect.annotateLogs({ fund: fund.slug })
        )
      )
    }
  })

  /** Writes the file of one fund; fails if it can't be written. */
  const writeOf = Effect.fnUntraced(function* (slug: string) {
    const fund = Option.getOrUndefined(yield* funds.findBySlug(slug))
    if (fund !== undefined) yield* ofFund(fund)
  })

  return { writeAll, writeOf }
})

/**
 * Writes the files daily at 04:00 in Sydney, once across all processes; files of simulated funds by their business
 * time. A simulated fund's file is also written when an operator asks for it. While outgoing work is held, times and
 * requests wait.
 */
export const dailyDetailsFiles = Effect.fnUntraced(function* (root: string) {
  const { writeAll, writeOf } = yield* detailsFiles(root)
  const released = untilReleased(yield* Outgoing)
  const fileRequests = yield* queues.detailsFileRequests
  const daily = Cron.parseUnsafe(DAILY_AT, SYDNEY)
  // No job is claimed before the release. A claimed job waits for the end of a hold that begins later.
  const held = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.andThen(released, effect)
  const working = [
    fileRequests.work(({ fund }) => held(writeOf(fund)), { concurrency: 1 }),
    periodically("employer details files", daily, held(writeAll(false)), { simulated: false }),
    periodically("employer details files of simulated funds", daily, held(writeAll(true)))
  ]
  yield* Effect.forEach(working, (work) => Effect.forkScoped(held(work)), { discard: true })
})
