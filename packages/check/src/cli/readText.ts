import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { CannotRun } from "./CannotRun.ts"

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
