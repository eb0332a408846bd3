import * as Schema from "effect/Schema"

/** Why a simulator can't start, as one sentence for whoever started it: what is wrong and what to do. */
export class CannotStart extends Schema.TaggedError<CannotStart>()("CannotStart", {
  sentence: Schema.String
}) {
  override get message(): string {
    return this.sentence
  }
}
