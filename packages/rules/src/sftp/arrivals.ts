/** When an upload is complete (D-list-results): the fund's profile says what completes it. */
import type { EmployerListSettings } from "@embedded-super/contracts/schemas"
import { counts } from "@embedded-super/rules/employer-list/fileNames"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { endedPathsOf, type FolderPaths, isDirect } from "./folders.ts"
import { namesIn, statOf } from "./results.ts"

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
