import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { OperatorError } from "./OperatorError.ts"

export const unreadable = (file: string) =>
  new OperatorError({
    problem: `The file ${file} can't be read.`,
    remedy: "Check its path and who may read it."
  })

/** Reads the text of a file that an operator named. */
export const readTextFile = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(file)).pipe(
    Effect.mapError(() => unreadable(file))
  )
