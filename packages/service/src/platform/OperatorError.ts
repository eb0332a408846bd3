import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

/**
 * A failure that the operator can fix: the only error that `main.ts` prints without a stack.
 *
 * `problem` describes the failure in one plain sentence; `remedy` says how to fix it. Neither may contain a secret:
 * both are printed to the terminal. The process ends with exit code 1, unless the
 * command promises others.
 */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  problem: Schema.String,
  remedy: Schema.String,
  exitCode: Schema.optionalKey(Schema.Int)
}) {
  override get [Runtime.errorExitCode](): number {
    return this.exitCode ?? 1
  }
  override get message(): string {
    return `${this.problem}\n${this.remedy}`
  }
}

/** What a command left undone, after its result was shown: its exit code isn't 0, so that no script takes it for done. */
export const unlessDone = (
  count: number,
  [one, many]: readonly [one: string, many: string],
  remedy: string
) =>
  count === 0
    ? Effect.void
    : Effect.fail(new OperatorError({ problem: count === 1 ? `1 ${one}` : `${count} ${many}`, remedy }))

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
