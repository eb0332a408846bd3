import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { filesRepo, type StagedFile } from "../FilesRepo.ts"
import { foldersOf, stagingOf } from "@embedded-super/rules/sftp/folders"
import { resultName } from "@embedded-super/rules/employer-list/fileNames"
import { namesIn, removed, statOf, writeResult } from "@embedded-super/rules/sftp/arrivals"

const fromStored = Schema.decodeUnknownSync(EmployerListResult)

/** A draft of a result older than this was left by a process that died. */
const DRAFT = Duration.toMillis("60 seconds")

const STALE = resultName("", "stale" satisfies S.EmployerListResult["outcome"])

const UUID_CSV = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.csv$/

/**
 * The files moved out of inboxes, until each file's result is written. Files that an operator may override are kept
 * until they are accepted, refused, replaced by a newer one, or 35 days old.
 */
export const stagingFolder = Effect.fnUntraced(function* (root: string) {
  const files = yield* filesRepo
  const faultPoint = yield* FaultPoint
  const folder = stagingOf(root)
  const at = (id: string) => join(folder, `${id}.csv`)
  const isThere = (id: string) => Effect.map(statOf(at(id)), (found) => found !== undefined)

  /**
   * Writes the result into the file's original folder. An accepted list removes the staleness notices of the previous
   * one.
   */
  const report = Effect.fnUntraced(function* (slug: string, result: S.EmployerListResult) {
    const { inbox, test } = foldersOf(root, slug)
    yield* writeResult(folder, (result.dry_run === true ? test : inbox).whole, result)
    if (result.outcome === "accepted" && result.dry_run !== true) {
      const stale = (yield* namesIn(inbox.whole)).filter((name) => name.endsWith(STALE))
      yield* Effect.forEach(stale, (name) => removed(join(inbox.whole, name)), { discard: true })
    }
    yield* faultPoint("list_reported")
    yield* files.reported(result)
  })

  /**
   * Writes the result unless it is already written, and removes the file unless it is kept. Returns whether it is
   * removed.
   */
  const settle = Effect.fnUntraced(function* ({ id, is_kept, is_reported, result, slug }: StagedFile) {
    if (!is_reported && result !== null) yield* report(slug, fromStored(result))
    if (is_kept) return false
    // The row comes first: a process that dies in between leaves a file that the next one removes.
    yield* files.refuseHeld(id)
    yield* removed(at(id))
    return true
  })

  const settleOne = Effect.fnUntraced(function* (id: string) {
    const [file] = yield* files.staged([id])
    if (file === undefined) yield* removed(at(id))
    else if (!file.is_open) yield* settle(file)
  })

  /**
   * Deletes or refuses the rows of files that no longer exist: a process died before it had moved the file, or the file
   * was removed.
   */
  const forgetLost = Effect.gen(function* () {
    for (const { id } of yield* files.unfinishedForLong) {
      if (!(yield* isThere(id))) yield* files.forgetLost(id)
    }
  })

  /** Cleans up the folder. Returns whether files were removed, so that their rows can be deleted. */
  const tidy = Effect.gen(function* () {
    const names = yield* Effect.promise(() => readdir(folder))
    const now = yield* Clock.currentTimeMillis
    for (const name of names.filter((name) => name.endsWith(".json"))) {
      const draft = yield* Effect.option(Effect.tryPromise(() => stat(join(folder, name))))
      if (Option.isSome(draft) && now - draft.value.mtimeMs > DRAFT) yield* removed(join(folder, name))
    }
    yield* forgetLost
    const ids = names.flatMap((name) => UUID_CSV.exec(name)?.[1] ?? [])
    if (ids.length === 0) return false
    const gone = yield* Effect.forEach(
      (yield* files.staged(ids)).filter(({ is_open }) => !is_open),
      settle
    )
    return gone.includes(true)
  })

  return { at, isThere, settle: settleOne, tidy }
})
