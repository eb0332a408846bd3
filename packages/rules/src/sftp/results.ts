import type * as S from "@embedded-super/contracts/schemas"
import { EmployerListResult } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { constants } from "node:fs"
import { lstat, open, readdir, rename, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { resultName, resultNames } from "@embedded-super/rules/employer-list/fileNames"

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
