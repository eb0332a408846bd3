import * as Schema from "effect/Schema"

/**
 * A failure that the person who runs the service can mend: the one error that `main.ts` prints without a stack.
 *
 * `problem` is one plain sentence that says what is wrong; `remedy` says what to do about it. Neither may hold a
 * secret: both go to the terminal. The process ends with exit code 1.
 */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  problem: Schema.String,
  remedy: Schema.String
}) {
  override get message(): string {
    return `${this.problem}\n${this.remedy}`
  }
}
