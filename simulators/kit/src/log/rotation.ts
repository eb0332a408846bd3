import * as Effect from "effect/Effect"
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs"
import { openLines } from "../folder/LineFile.ts"

/**
 * A log in two files: lines go to the newer, and once that holds `most`, it takes the place of the older. What a
 * program that is killed had appended stays.
 */
export const openRotatingLog = Effect.fn("openRotatingLog")(function* (path: string, most: number) {
  const older = `${path}.1`
  const opened = Effect.try({ try: () => openLines(path), catch: (error) => error as Error })
  let file = yield* opened
  yield* Effect.addFinalizer(() => Effect.sync(() => file.close()))
  const olderText = existsSync(older) ? readFileSync(older, "utf8") : ""
  const lines = [...olderText.split("\n").filter((line) => line !== ""), ...file.lines]
  let count = file.lines.length

  const rotate = () => {
    file.close()
    renameSync(path, older)
    file = openLines(path)
    count = 0
  }

  return {
    /** What the files held when they were opened. */
    lines,
    append: (more: ReadonlyArray<string>) => {
      if (count + more.length > most && count > 0) rotate()
      file.append(more)
      count += more.length
    },
    /** Empties both files. */
    clear: () => {
      rmSync(older, { force: true })
      file.keep([])
      count = 0
    }
  }
})
