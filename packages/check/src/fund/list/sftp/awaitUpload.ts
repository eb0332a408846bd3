/**
 * Waits for the fund's upload, and handles it as the service does: the file disappears, and a result file appears beside it.
 * Uploads that follow are judged too; the wait ends when the fund has read its result, or soon after.
 */
import type {
  EmployerListFileId,
  EmployerListFileName,
  EmployerListResult,
  EmployerListSettings,
  Timestamp
} from "@embedded-super/contracts/schemas"
import { isResult, isUnfinished, whyIgnored } from "@embedded-super/rules/employer-list/fileNames"
import type { JudgedList } from "@embedded-super/rules/employer-list/judgeList"
import { type Arrived, arrivedIn } from "@embedded-super/rules/sftp/arrivals"
import { endedPathsOf } from "@embedded-super/rules/sftp/folders"
import { namesIn, removed, writeResult } from "@embedded-super/rules/sftp/arrivals"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import { open, readFile, rename } from "node:fs/promises"
import { join } from "node:path"
import type { SuppliedFile, Upload } from "../openList.ts"
import type { InboxOfRun } from "./listBySftp.ts"

const LOOK_EVERY = "100 millis"
/** How long the fund has to read its result, and to do whatever else it does. */
const AFTERWARDS = 3000
/** The wait continues while a file is being written, for this much longer at most. */
const LONGEST_UPLOAD = 10 * 60_000

/** An upload as a run saw it. */
interface SeenUpload {
  readonly upload: Upload
  /** The list that the checks judge: the first of `inbox`, or of `inbox/test` if there is none. */
  readonly file: SuppliedFile | undefined
  readonly judged: JudgedList | undefined
}

const now = Effect.map(
  Clock.currentTimeMillis,
  (millis) => DateTime.formatIso(DateTime.makeUnsafe(millis)) as Timestamp
)

const textOf = (path: string) =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(path, "utf8")),
    () => ""
  )

const startOf = (path: string) =>
  Effect.tryPromise(async () => {
    const file = await open(path, "r")
    try {
      return (await file.read(Buffer.alloc(4), 0, 4, 0)).buffer
    } finally {
      await file.close()
    }
  }).pipe(Effect.orElseSucceed(() => Buffer.alloc(0)))

const resultOf = (
  { dryRun, name }: Arrived,
  judged: JudgedList,
  receivedAt: Timestamp,
  finishedAt: Timestamp
): EmployerListResult => ({
  file_id: randomUUID() as EmployerListFileId,
  file_name: name as EmployerListFileName,
  outcome: judged.outcome,
  ...(dryRun ? { dry_run: true } : {}),
  ...(judged.reason === undefined ? {} : { reason: judged.reason }),
  received_at: receivedAt,
  finished_at: finishedAt,
  rows: judged.rows,
  accepted_rows: judged.employers,
  bad_rows: judged.badRows,
  findings: judged.findings
})

/** Files that the service would leave where they are, each with the reason. */
const ignoredIn = Effect.fnUntraced(function* (
  { folders }: InboxOfRun,
  agreed: EmployerListSettings | undefined
) {
  const ignored: Array<Upload["ignored"][number]> = []
  for (const folder of [folders.inbox, folders.test].flatMap(endedPathsOf)) {
    for (const name of yield* namesIn(folder)) {
      const path = join(folder, name)
      const isChecksum = agreed?.complete_when === "checksum_file" && name.endsWith(".sha256")
      if (isResult(name) || isChecksum || name.startsWith(".")) continue
      const code = isUnfinished(name) ? "not_renamed" : whyIgnored(name, yield* startOf(path), agreed).code
      // A file that is complete when it is quiet may just not be quiet yet.
      if (code === "not_renamed" && agreed?.complete_when === "quiet") continue
      if (
        code === "not_renamed" ||
        code === "name_not_taken" ||
        code === "checksum_missing" ||
        code === "excel_file"
      )
        ignored.push({ name, code })
    }
  }
  return ignored
})

/** Waits at most `forMillis` for the first complete file. */
export const awaitUpload = Effect.fnUntraced(function* (
  inbox: InboxOfRun,
  agreed: EmployerListSettings | undefined,
  judge: (file: SuppliedFile) => Effect.Effect<JudgedList | undefined>,
  forMillis: number
) {
  const { folders, isWriting, seen, staging } = inbox
  const places = [folders.inbox, folders.test]
  const all: Array<{
    readonly file: SuppliedFile
    readonly judged: JudgedList | undefined
    readonly dryRun: boolean
  }> = []

  /** Takes one file out of the fund's reach, judges it, and leaves the result. */
  const take = Effect.fnUntraced(function* (arrived: Arrived) {
    const receivedAt = yield* now
    const path = join(staging, randomUUID())
    const taken = yield* Effect.option(Effect.tryPromise(() => rename(arrived.at, path)))
    if (taken._tag === "None") return
    const checksum = arrived.checksum === undefined ? undefined : yield* textOf(arrived.checksum)
    if (arrived.checksum !== undefined) yield* removed(arrived.checksum)
    const file: SuppliedFile = { name: arrived.name, path, checksum }
    const judged = yield* judge(file)
    all.push({ file, judged, dryRun: arrived.dryRun })
    if (judged === undefined) return
    const folder = (arrived.dryRun ? folders.test : folders.inbox).whole
    yield* writeResult(staging, folder, resultOf(arrived, judged, receivedAt, yield* now))
  })

  const startedAt = yield* Clock.currentTimeMillis
  let until = startedAt + forMillis
  const latest = until + LONGEST_UPLOAD
  while ((yield* Clock.currentTimeMillis) < until) {
    const arrived = (yield* Effect.forEach(places, (place) => arrivedIn(place, agreed))).flat()
    for (const each of arrived) yield* take(each)
    if (isWriting()) until = Math.max(until, Math.min(latest, (yield* Clock.currentTimeMillis) + 1000))
    if (arrived.length > 0) until = (yield* Clock.currentTimeMillis) + AFTERWARDS
    else if (all.length > 0 && seen.resultRead)
      until = Math.min(until, (yield* Clock.currentTimeMillis) + 500)
    yield* Effect.sleep(LOOK_EVERY)
  }
  const files = all.filter(({ dryRun }) => !dryRun)
  const first = files[0] ?? all[0]
  const upload: Upload = {
    login: seen.login,
    files: files.map(({ file }) => file),
    trials: all.filter(({ dryRun }) => dryRun).map(({ file }) => file),
    ignored: yield* ignoredIn(inbox, agreed),
    resultRead: seen.resultRead
  }
  const result: SeenUpload = { upload, file: first?.file, judged: first?.judged }
  return result
})
