/** When an upload is complete (D-list-results): the fund's profile says what completes it. */
import { type EmployerListSettings, EmployerListResult } from "@embedded-super/contracts/schemas"
import { counts, resultName, resultNames } from "@embedded-super/rules/employer-list/fileNames"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import type * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { constants } from "node:fs"
import { lstat, open, readdir, rename, unlink, writeFile } from "node:fs/promises"
import { endedPathsOf, type FolderPaths, isDirect } from "./folders.ts"

const toJson = Schema.encodeSync(Schema.fromJsonString(EmployerListResult))

export const removed = (path: string) => Effect.ignore(Effect.tryPromise(() => unlink(path)))

export const namesIn = (folder: string) =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readdir(folder)),
    () => []
  )

/** The file's attributes; undefined if there is no file. A link is none: it may lead out of the fund's folders. */
export const statOf = (path: string) =>
  Effect.map(Effect.option(Effect.tryPromise(() => lstat(path))), (found) =>
    found._tag === "Some" && found.value.isFile() ? found.value : undefined
  )

/** The first bytes of a file; none if there is no such file. */
export const startOf = (path: string, bytes: number) =>
  Effect.tryPromise(async () => {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }).pipe(Effect.orElseSucceed(() => Buffer.of()))

/** Writes a result into a folder atomically, in place of an earlier result for a file of this name. */
export const writeResult = Effect.fnUntraced(function* (
  staging: string,
  folder: string,
  result: S.EmployerListResult
) {
  const name = resultName(result.file_name, result.outcome)
  const draft = join(staging, `${result.file_id}.json`)
  yield* Effect.promise(() => writeFile(draft, `${toJson(result)}\n`, { mode: 0o600 }))
  yield* Effect.promise(() => rename(draft, join(folder, name)))
  for (const other of resultNames(result.file_name)) {
    if (other !== name) yield* removed(join(folder, other))
  }
})

/**
 * How long a file must stay unchanged before it counts as complete: for funds that agreed on this, and where another
 * program serves SFTP.
 */
export const QUIET = Duration.toMillis("30 seconds")

/** A complete file in an inbox. */
export interface Arrived {
  readonly name: string
  readonly at: string
  /** The path of the `.sha256` file beside it: agreed, or supplied without need. */
  readonly checksum: string | undefined
  /** Whether only a report of the result is wanted. */
  readonly dryRun: boolean
}

const isQuiet = Effect.fnUntraced(function* (at: string) {
  const found = yield* statOf(at)
  return found !== undefined && (yield* Clock.currentTimeMillis) - found.mtimeMs >= QUIET
})

/** The path of the file's checksum, if the checksum file is complete. */
const checksumOf = Effect.fnUntraced(function* (place: FolderPaths, name: string) {
  for (const folder of endedPathsOf(place)) {
    const at = join(folder, `${name}.sha256`)
    if ((yield* statOf(at)) !== undefined) return at
  }
  return undefined
})

/** The complete files in a folder. */
export const arrivedIn = Effect.fnUntraced(function* (
  place: FolderPaths,
  agreed: EmployerListSettings | undefined
) {
  const arrived: Array<Arrived> = []
  for (const folder of endedPathsOf(place)) {
    for (const name of yield* namesIn(folder)) {
      const at = join(folder, name)
      if (!counts(name, agreed?.file_name)) continue
      const checksum = yield* checksumOf(place, name)
      const when = agreed?.complete_when
      const isGivenUp =
        when === "checksum_file" ? checksum !== undefined : folder === place.whole || when === "quiet"
      const byTime = isDirect(place) || (folder === place.arriving && when === "quiet")
      if (isGivenUp && (!byTime || (yield* isQuiet(at))))
        arrived.push({ name, at, checksum, dryRun: place.dryRun })
    }
  }
  return arrived
})
