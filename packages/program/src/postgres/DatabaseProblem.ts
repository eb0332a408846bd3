import * as Schema from "effect/Schema"

/** The reason why there is no embedded database (`problem`, one sentence), and its remedy. Neither holds a secret. */
export class DatabaseProblem extends Schema.TaggedError<DatabaseProblem>()("DatabaseProblem", {
  problem: Schema.String,
  remedy: Schema.String
}) {
  override get message(): string {
    return `${this.problem}\n${this.remedy}`
  }
}
