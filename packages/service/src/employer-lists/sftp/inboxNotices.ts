import type * as S from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import type { StoredFund } from "../../funds/FundsRepo.ts"
import { things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { newId } from "../../platform/ids/newId.ts"
import { now, toTimestamp } from "../../platform/time/timestamp.ts"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import { finding } from "@embedded-super/rules/employer-list/findings"
import { shownUploadName } from "../FilesRepo.ts"
import { listsRepo } from "../ListsRepo.ts"
import { foldersOf, type FolderPaths, makeFolders, stagingOf } from "@embedded-super/rules/sftp/folders"
import { isResult, isUnfinished, resultName, whyIgnored } from "@embedded-super/rules/employer-list/fileNames"
import { namesIn, removed, startOf, statOf, writeResult } from "@embedded-super/rules/sftp/arrivals"

/** A file that isn't imported within this time was put there by mistake. */
export const PATIENCE = Duration.toMillis("10 minutes")
export const RESULTS_KEPT = Duration.toMillis("35 days")

const IGNORED = resultName("", "ignored" satisfies S.EmployerListResult["outcome"])

/**
 * Reports why files in an inbox are ignored: once for each, after ten minutes. Removes the notice when the file is
 * gone, and results that are 35 days old. `isTaken`: the file is complete and waits for its import.
 */
export const lingering = Effect.fnUntraced(function* (
  staging: string,
  fund: StoredFund,
  { arriving, unfinished, whole, dryRun }: FolderPaths,
  isTaken: (path: string) => boolean
) {
  const at = yield* Clock.currentTimeMillis
  const agreed = agreedList(fund.profile)
  const timeline = yield* Timeline
  const results = new Set((yield* namesIn(whole)).filter(isResult))
  const uploads = new Map<string, string>()
  for (const folder of [unfinished, arriving, whole]) {
    for (const name of yield* namesIn(folder)) if (!isResult(name)) uploads.set(name, join(folder, name))
  }
  for (const name of results) {
    const isOver = name.endsWith(IGNORED) && !uploads.has(name.slice(0, -IGNORED.length))
    const found = yield* statOf(join(whole, name))
    if (isOver || (found !== undefined && at - found.mtimeMs > RESULTS_KEPT))
      yield* removed(join(whole, name))
  }
  for (const [name, path] of uploads) {
    if (isUnfinished(name) || isTaken(path)) continue
    const isChecksum = agreed?.complete_when === "checksum_file" && name.endsWith(".sha256")
    const found = isChecksum ? undefined : yield* statOf(path)
    if (found === undefined || at - found.mtimeMs < PATIENCE) continue
    const notice = yield* statOf(join(whole, resultName(name, "ignored")))
    if (notice !== undefined && notice.mtimeMs >= found.mtimeMs) continue
    const reason =
      unfinished !== whole && path === join(unfinished, name)
        ? finding("not_finished")
        : whyIgnored(name, yield* startOf(path, 4), agreed)
    const result: S.EmployerListResult = {
      file_id: (yield* newId) as S.EmployerListFileId,
      file_name: name as S.EmployerListFileName,
      outcome: "ignored",
      ...(dryRun ? { dry_run: true } : {}),
      reason,
      received_at: toTimestamp(found.mtime),
      finished_at: toTimestamp(yield* now),
      rows: 0,
      accepted_rows: 0,
      bad_rows: 0,
      findings: []
    }
    yield* writeResult(staging, whole, result)
    yield* timeline.note({
      kind: "file_ignored",
      detail: {
        fund: fund.name,
        file: shownUploadName(name, agreed?.file_name),
        reason: reason.detail
      },
      about: things({ fund: fund.id })
    })
    yield* Effect.logWarning("A file in an SFTP inbox isn't imported").pipe(
      Effect.annotateLogs({ fund: fund.slug, reason: reason.code })
    )
  }
})

/**
 * Notifies funds by a `.stale.json` when `ListTimers` has notified the operator: a list goes stale soon, or has gone
 * stale.
 */
export const staleResults = Effect.fnUntraced(function* (root: string) {
  const lists = yield* listsRepo
  for (const notice of yield* lists.staleToFile) {
    const { entries, file_name, id, is_stale, received_at, slug, stale_from } = notice
    const moment = toTimestamp(stale_from)
    const inbox = foldersOf(root, slug).inbox.whole
    const words = is_stale
      ? `This list has matched nothing since ${moment}. Supply a new one.`
      : `This list will match nothing from ${moment}. Supply a new one before then.`
    const result: S.EmployerListResult = {
      file_id: id,
      file_name,
      outcome: "stale",
      reason: finding(is_stale ? "stale" : "stale_soon", undefined, words),
      stale_from: moment,
      received_at: toTimestamp(received_at),
      finished_at: toTimestamp(yield* now),
      rows: entries,
      accepted_rows: entries,
      bad_rows: 0,
      findings: []
    }
    yield* makeFolders([inbox])
    yield* writeResult(stagingOf(root), inbox, result)
    yield* lists.staleFiled(notice)
  }
})
