import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readdir, rename, stat, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { resultName, resultNames } from "@embedded-super/fund-rules/employer-list/fileNames"

const toJson = Schema.encodeSync(Schema.fromJsonString(EmployerListResult))

export const removed = (path: string) => Effect.ignore(Effect.tryPromise(() => unlink(path)))

export const namesIn = (folder: string) =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readdir(folder)),
    () => []
  )

/** The file's attributes; undefined if it doesn't exist. */
export const statOf = (path: string) =>
  Effect.map(Effect.option(Effect.tryPromise(() => stat(path))), (found) =>
    found._tag === "Some" ? found.value : undefined
  )

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
