/** The new file of an `init`, and its flags: an existing file is replaced only with `--force`. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Flag from "effect/cli/Flag"
import { type CannotRun, usage } from "./CannotRun.ts"

export const newFileFlags = (file: string) => ({
  out: Flag.String("out").pipe(Flag.withDescription("The file to write"), Flag.withDefault(file)),
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDescription("Ask nothing: take the flags and the defaults"),
    Flag.withDefault(false)
  ),
  force: Flag.Boolean("force").pipe(
    Flag.withDescription("Replace a file that is there"),
    Flag.withDefault(false)
  )
})

/** Fails if one of the files is there: before the first question, so that no answer is lost. */
export const requireNew = Effect.fnUntraced(function* (
  files: ReadonlyArray<string>,
  { force }: { readonly force: boolean }
): Effect.fn.Return<void, CannotRun, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  for (const file of files) {
    const isThere = yield* Effect.orElseSucceed(fs.exists(file), () => false)
    if (isThere && !force)
      return yield* usage(
        `${file} is there already. Name another file with --out, or replace it with --force.`
      )
  }
})

export const writeNew = Effect.fnUntraced(function* (
  file: string,
  text: string,
  mode = 0o644
): Effect.fn.Return<void, CannotRun, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.mapError(fs.writeFileString(file, text, { mode }), () =>
    usage(`${file} can't be written. Name another file with --out.`)
  )
})
