import * as Data from "effect/Data"

/** The message was not taken for sending. */
export class NotSent extends Data.TaggedError("NotSent") {}
