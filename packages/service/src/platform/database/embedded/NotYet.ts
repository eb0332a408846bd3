import * as Data from "effect/Data"

/** What is waited for has not happened yet: try again. */
export class NotYet extends Data.TaggedError("NotYet") {}
