import * as Effect from "effect/Effect"
import { existsSync, readFileSync, rename, rmSync } from "node:fs"
import { openLines } from "../folder/LineFile.ts"

/**
 * A log in two files: lines go to the newer, and once that holds `most`, it takes the place of the older. What a
 * program that is killed had appended stays.
 */
export const openRotatingLog = Effect.fn("openRotatingLog")(function* (path: string, most: number) {
  const older = `${path}.1`
  const opened = Effect.try({ try: () => openLines(path), catch: (error) => error as Error })
  let file = yield* opened
  let isOpen = true
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOpen = false
      file.close()
    })
  )
  const olderText = existsSync(older) ? readFileSync(older, "utf8") : ""
  const lines = [...olderText.split("\n").filter((line) => line !== ""), ...file.lines]
  let count = file.lines.length
  let isRotating = false

  /** Without waiting: lines go on to the same file, whatever it is called, until there is a new one. */
  const rotate = () => {
    isRotating = true
    count = 0
    rename(path, older, (error) => {
      isRotating = false
      if (error !== null || !isOpen) return
      const full = file
      full.flush()
      file = openLines(path)
      full.closeSoon()
    })
  }
  const counted = (more: ReadonlyArray<string>) => {
    if (count + more.length > most && count > 0 && !isRotating) rotate()
    count += more.length
    return more
  }

  return {
    /** What the files held when they were opened. */
    lines,
    append: (more: ReadonlyArray<string>) => file.append(counted(more)),
    queue: (more: ReadonlyArray<string>) => file.queue(counted(more)),
    flush: () => file.flush(),
    /** Empties both files. */
    clear: () => {
      rmSync(older, { force: true })
      file.keep([])
      count = 0
    }
  }
})
