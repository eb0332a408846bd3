import * as Schema from "effect/Schema"

/** The reason why a simulator can't start, as one sentence for the user: the problem and its remedy. */
export class CannotStart extends Schema.TaggedError<CannotStart>()("CannotStart", {
  sentence: Schema.String
}) {
  override get message(): string {
    return this.sentence
  }
}
