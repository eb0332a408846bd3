import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { IS_SUPERSEDED, KEPT_FOR } from "../listRules.ts"
import { foldersOf, resultName, stagingOf } from "./folders.ts"
import { namesIn, removed, writeResult } from "./results.ts"

const fromStored = Schema.decodeUnknownSync(EmployerListResult)

/** A draft of a result older than this was left by a process that died. */
const DRAFT = Duration.toMillis("60 seconds")

const STALE = resultName("", "stale" satisfies S.EmployerListResult["outcome"])

const UUID_CSV = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.csv$/

interface Staged {
  readonly id: string
  readonly slug: string
  readonly result: unknown
  /** Waiting, or being imported. */
  readonly is_open: boolean
  /** An operator may still override it. */
  readonly is_kept: boolean
  readonly is_told: boolean
}

/**
 * The files moved out of inboxes, until each file's result is written. Files that an operator may override are kept
 * until they are accepted, refused, replaced by a newer one, or 35 days old.
 */
export const stagingFolder = Effect.fnUntraced(function* (root: string) {
  const sql = yield* SqlClient.SqlClient
  const faultPoint = yield* FaultPoint
  const folder = stagingOf(root)
  const at = (id: string) => join(folder, `${id}.csv`)
  const isThere = (id: string) =>
    Effect.map(Effect.option(Effect.tryPromise(() => stat(at(id)))), Option.isSome)

  /**
   * Writes the result into the file's original folder. An accepted list removes the staleness notices of the previous
   * one.
   */
  const tell = Effect.fnUntraced(function* (slug: string, result: S.EmployerListResult) {
    const { inbox, test } = foldersOf(root, slug)
    yield* writeResult(folder, result.dry_run === true ? test : inbox, result)
    if (result.outcome === "accepted" && result.dry_run !== true) {
      const stale = (yield* namesIn(inbox)).filter((name) => name.endsWith(STALE))
      yield* Effect.forEach(stale, (name) => removed(join(inbox, name)), { discard: true })
    }
    yield* faultPoint("list_told")
    yield* sql`UPDATE employer_list_files SET told_at = platform_now() WHERE id = ${result.file_id}`
  })

  const files = (ids: ReadonlyArray<string>) => sql<Staged>`
    SELECT f.id, u.slug, f.result, f.state IN ('waiting', 'importing') AS is_open, f.told_at IS NOT NULL AS is_told,
      (f.state = 'held' OR f.reason = 'too_early') AND f.closed_at IS NULL
        AND f.received_at > business_now(u.simulated) - ${KEPT_FOR}::interval AND NOT ${sql.literal(IS_SUPERSEDED)} AS is_kept
    FROM employer_list_files f JOIN funds u ON u.id = f.fund_id WHERE ${sql.in("f.id", ids)}`

  /**
   * Writes the result unless it is already written, and removes the file unless it is kept. Returns whether it is
   * removed.
   */
  const settle = Effect.fnUntraced(function* ({ id, is_kept, is_told, result, slug }: Staged) {
    if (!is_told && result !== null) yield* tell(slug, fromStored(result))
    if (is_kept) return false
    yield* removed(at(id))
    yield* sql`UPDATE employer_list_files SET state = 'refused' WHERE id = ${id} AND state = 'held'`
    return true
  })

  const settleOne = Effect.fnUntraced(function* (id: string) {
    const [file] = yield* files([id])
    if (file === undefined) yield* removed(at(id))
    else if (!file.is_open) yield* settle(file)
  })

  /**
   * Deletes or refuses the rows of files that no longer exist: a process died before it had moved the file, or the file
   * was removed.
   */
  const forgetLost = Effect.gen(function* () {
    const lost = yield* sql<{
      id: string
    }>`SELECT f.id FROM employer_list_files f JOIN funds u ON u.id = f.fund_id
      WHERE (f.state = 'waiting' OR (f.state = 'importing' AND f.expires_at <= platform_now()))
        AND f.received_at <= business_now(u.simulated) - interval '10 minutes' LIMIT 100`
    for (const { id } of lost) {
      if (yield* isThere(id)) continue
      yield* sql`DELETE FROM employer_list_files f WHERE id = ${id} AND state = 'waiting'
        AND NOT EXISTS (SELECT FROM employer_list_generations g WHERE g.file_id = f.id)`
      yield* sql`UPDATE employer_list_files SET state = 'refused', reason = 'unreadable', owner = NULL, expires_at = NULL,
        finished_at = (SELECT business_now(u.simulated) FROM funds u WHERE u.id = fund_id) WHERE id = ${id}`
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
      (yield* files(ids)).filter(({ is_open }) => !is_open),
      settle
    )
    return gone.includes(true)
  })

  return { at, isThere, settle: settleOne, tidy }
})
