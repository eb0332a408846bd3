import * as Schema from "effect/Schema"

/**
 * A failure that the operator can fix: the only error that `main.ts` prints without a stack.
 *
 * `problem` describes the failure in one plain sentence; `remedy` says how to fix it. Neither may contain a secret:
 * both are printed to the terminal. The process ends with exit code 1.
 */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  problem: Schema.String,
  remedy: Schema.String
}) {
  override get message(): string {
    return `${this.problem}\n${this.remedy}`
  }
}
