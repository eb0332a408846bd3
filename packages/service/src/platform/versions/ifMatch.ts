import { PreconditionFailed, PreconditionRequired } from "@embedded-super/contracts/problems"
import type { EntityTag } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"

/** An entity as it is answered, and the version that it has. */
export interface Versioned<A> {
  readonly data: A
  readonly version: number
}

/** The ETag of a version. */
export const entityTag = (version: number) => `"${version}"` as EntityTag

/** Lets a change through if the caller has read the version that it changes (settled 9). */
export const checkIfMatch = (
  ifMatch: EntityTag | undefined,
  version: number
): Effect.Effect<void, PreconditionRequired | PreconditionFailed> => {
  if (ifMatch === undefined) {
    return Effect.fail(
      new PreconditionRequired({
        code: "precondition_required",
        detail: "Send the ETag of the version that you read as If-Match."
      })
    )
  }
  if (ifMatch !== "*" && ifMatch !== entityTag(version)) {
    return Effect.fail(
      new PreconditionFailed({
        code: "precondition_failed",
        detail: "It has changed since the version that If-Match names. Read it again."
      })
    )
  }
  return Effect.void
}
