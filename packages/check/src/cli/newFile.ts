/** The new file of an `init`, and its flags: an existing file is replaced only with `--force`. */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Flag from "effect/cli/Flag"
import { CannotRun, usage } from "./CannotRun.ts"

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

/** Reads a file that a person names; `missing` is the sentence if there is none, `flag` the one that names another. */
export const readText = Effect.fnUntraced(function* (
  file: string,
  { flag, missing }: { readonly flag: string; readonly missing: string }
): Effect.fn.Return<string, CannotRun, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  return yield* Effect.mapError(fs.readFileString(file), ({ reason }) => {
    const sentence = {
      NotFound: missing,
      PermissionDenied: `The file ${file} can't be read: this user may not. Change its permissions, or name another with ${flag}.`
    }[String(reason._tag)]
    return new CannotRun({
      reason: "usage",
      sentence: sentence ?? `${file} can't be read as a file. Name a file with ${flag}.`
    })
  })
})

/** The mistakes of such a file, each with its place. */
export const mistakesText = (
  name: string,
  mistakes: ReadonlyArray<{ readonly pointer: string; readonly detail: string }>
): string => {
  const lines = mistakes.map(({ detail, pointer }) =>
    // The root is no object, so the mistake has no place of its own.
    pointer === "" || pointer === "#" || pointer === "#/"
      ? "  The file is empty, or it has no names with values."
      : `  ${pointer}  ${detail}`
  )
  return `${name} has mistakes. Correct them and run again:\n${lines.join("\n")}`
}
