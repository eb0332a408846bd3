import * as Schema from "effect/Schema"

/** Why there is no embedded database (`problem`, one sentence), and what to do about it. Neither holds a secret. */
export class DatabaseProblem extends Schema.TaggedError<DatabaseProblem>()("DatabaseProblem", {
  problem: Schema.String,
  remedy: Schema.String
}) {
  override get message(): string {
    return `${this.problem}\n${this.remedy}`
  }
}
