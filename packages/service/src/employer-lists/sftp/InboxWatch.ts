import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import { rename } from "node:fs/promises"
import { fundsRepo, type StoredFund } from "../../funds/FundsRepo.ts"
import { employerFile, things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { newId } from "../../platform/ids/newId.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { supervised } from "../../platform/jobs/supervised.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"
import { filesRepo } from "../FilesRepo.ts"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import { checksumIn } from "@embedded-super/rules/employer-list/fileNames"
import { type Arrived, arrivedIn } from "@embedded-super/rules/sftp/arrivals"
import { EmployerListImports } from "../EmployerListImports.ts"
import { foldersOf, makeFolders, stagingOf } from "@embedded-super/rules/sftp/folders"
import { lingering, staleResults } from "./inboxNotices.ts"
import { namesIn, removed, startOf, statOf } from "@embedded-super/rules/sftp/arrivals"
import { SftpLimits } from "@embedded-super/rules/sftp/SftpSettings"
import { stagingFolder } from "./staging.ts"

/** How often inboxes are scanned without a notification. */
const LOOK_EVERY = "5 seconds"
const AT_ONCE = 2
/** Bytes that are read of a `.sha256` file. */
const LONGEST_CHECKSUM = 4096

/**
 * Scans the inboxes for complete files, imports each, and writes the result into the file's folder. A file is first
 * moved out of the fund's reach, so the imported file is the judged one. After a crash, the next process resumes
 * unfinished imports. `isDirect`: another program serves SFTP.
 *
 * While outgoing work is held, every file stays where it is, and none is written: a copy of the database may have the
 * folders of its original.
 */
export const inboxWatch = Effect.fnUntraced(function* (root: string, isDirect = false) {
  const funds = yield* fundsRepo
  const files = yield* filesRepo
  const imports = yield* EmployerListImports
  const faultPoint = yield* FaultPoint
  const changes = yield* Queue.sliding<void>(1)
  yield* makeFolders([stagingOf(root)])
  const staging = yield* stagingFolder(root)
  const limits = yield* SftpLimits
  const timeline = yield* Timeline
  const mayWork = unlessHeld((yield* Outgoing).look)
  /** Funds with files that wait because the hourly limit is used up. */
  const waiting = new Set<string>()

  /** How many more files of the fund may be judged now. */
  const allowance = (fund: StoredFund) =>
    Effect.map(files.countOfLastHour(fund), (count) => Math.max(0, limits.importsPerHour - count))

  /** Returns the files to import now; reports on the others that they wait, or why they are ignored. */
  const look = Effect.fnUntraced(function* (fund: StoredFund) {
    const { inbox, test } = foldersOf(root, fund.slug, isDirect)
    const places = [inbox, test]
    const arrived = (yield* Effect.forEach(places, (place) =>
      arrivedIn(place, agreedList(fund.profile))
    )).flat()
    const isTaken = (path: string) => arrived.some(({ at }) => at === path)
    for (const place of places) {
      yield* Effect.catchCause(lingering(stagingOf(root), fund, place, isTaken), (cause) =>
        Effect.logError("The files in an SFTP inbox can't be read now", cause).pipe(
          Effect.annotateLogs({ fund: fund.slug })
        )
      )
    }
    if (arrived.length === 0) return []
    const now = arrived.slice(0, yield* allowance(fund))
    const hasToWait = now.length < arrived.length
    if (hasToWait && !waiting.has(fund.id)) {
      yield* Effect.logWarning(
        "A fund supplies more lists in an hour than the service imports; the others wait"
      ).pipe(Effect.annotateLogs({ fund: fund.slug, files: arrived.length - now.length }))
    }
    if (hasToWait) waiting.add(fund.id)
    else waiting.delete(fund.id)
    return now
  })

  const expected = Effect.fnUntraced(function* (checksum: string | undefined) {
    if (checksum === undefined) return null
    return checksumIn((yield* startOf(checksum, LONGEST_CHECKSUM)).toString())
  })

  const take = Effect.fnUntraced(function* (fund: StoredFund, { at, checksum, dryRun, name }: Arrived) {
    const id = yield* newId
    const expectedSha256 = yield* expected(checksum)
    yield* imports.receive({ id, fundId: fund.id, fileName: name, expectedSha256, overridden: false, dryRun })
    yield* timeline.note({
      kind: "file_received",
      detail: { fund: fund.name, file: name, is_dry_run: dryRun },
      about: things({ employer_list: id, fund: fund.id }),
      from: fund.name,
      makes: things({ employer_list: id }),
      cause: [employerFile(fund.slug, name)]
    })
    yield* faultPoint("list_received")
    const taken = yield* Effect.option(Effect.tryPromise(() => rename(at, staging.at(id))))
    // Another process was faster, or the fund removed the file, or has put a link in its place.
    if (Option.isNone(taken) || (yield* statOf(staging.at(id))) === undefined) {
      yield* removed(staging.at(id))
      return yield* files.remove(id)
    }
    if (checksum !== undefined) yield* removed(checksum)
    yield* faultPoint("list_taken")
    return yield* importOne(id)
  })

  const importOne = Effect.fnUntraced(function* (id: string) {
    const result = yield* imports.run(id, staging.at(id))
    if (Option.isNone(result)) return
    yield* faultPoint("list_swapped")
    yield* staging.settle(id)
    yield* imports.tidy
  })

  /** Imports that were interrupted, or that an operator has overridden. */
  const left = Effect.gen(function* () {
    const here = yield* Effect.filter(yield* files.unfinished, ({ id }) => staging.isThere(id))
    return here.map(({ id }) => importOne(id))
  })

  const handleAll = Effect.gen(function* () {
    const slugs = (yield* namesIn(root)).filter((name) => !name.startsWith("."))
    const found = yield* Effect.forEach(slugs, (slug) => funds.findBySlug(slug))
    const arrived = yield* Effect.forEach(found.filter(Option.isSome), ({ value: fund }) =>
      Effect.map(look(fund), (all) => all.map((file) => Effect.asVoid(take(fund, file))))
    )
    const all = [...(yield* left), ...arrived.flat()]
    const alone = (one: (typeof all)[number]) =>
      Effect.catchCause(mayWork(one), (cause) =>
        Effect.logError("An employer list can't be imported now", cause)
      )
    yield* Effect.forEach(all, alone, { concurrency: AT_ONCE, discard: true })
    if (yield* staging.tidy) yield* imports.tidy
    yield* mayWork(staleResults(root))
  })
  const scan = Effect.andThen(mayWork(handleAll), Effect.timeoutOption(Queue.take(changes), LOOK_EVERY))

  yield* Effect.forkScoped(supervised("The watch over employer lists", scan))
  return { changed: () => void Queue.offerUnsafe(changes, undefined) }
})
