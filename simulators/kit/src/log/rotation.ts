import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Scope from "effect/Scope"
import { type LineFile, openLineFile } from "../folder/LineFile.ts"

/**
 * A log in two files: lines go to the newer, and once that holds `most`, it takes the place of the older. What a
 * program that is killed had appended stays.
 */
export const openRotatingLog = Effect.fn("openRotatingLog")(function* (path: string, most: number) {
  const fs = yield* FileSystem.FileSystem
  const older = `${path}.1`
  let scope = yield* Scope.make()
  let file: LineFile = yield* Scope.provide(openLineFile(path), scope)
  const olderText = (yield* fs.exists(older)) ? yield* fs.readFileString(older) : ""
  const lines = [...olderText.split("\n").filter((line) => line !== ""), ...file.lines]
  let count = file.lines.length
  yield* Effect.addFinalizer((exit) => Effect.suspend(() => Scope.close(scope, exit)))

  const rotate = Effect.gen(function* () {
    yield* Scope.close(scope, Exit.void)
    yield* fs.rename(path, older)
    scope = yield* Scope.make()
    file = yield* Scope.provide(openLineFile(path), scope)
    count = 0
  }).pipe(Effect.provideService(FileSystem.FileSystem, fs))

  return {
    /** What the files held when they were opened. */
    lines,
    append: Effect.fnUntraced(function* (more: ReadonlyArray<string>) {
      if (count + more.length > most && count > 0) yield* rotate
      yield* file.append(more)
      count += more.length
    }),
    /** Empties both files. */
    clear: Effect.gen(function* () {
      yield* fs.remove(older, { force: true })
      yield* file.keep([])
      count = 0
    })
  }
})
