import { PreconditionFailed, PreconditionRequired } from "@embedded-super/contracts/problems"
import type { EntityTag } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"

/** An entity as presented, and its version. */
export interface Versioned<A> {
  readonly data: A
  readonly version: number
}

/** The tag of a version, regardless of how the entity was presented. */
export const entityTag = (version: number) => `"${version}"` as EntityTag

/**
 * The ETag of an entity as presented: its version, and a digest of the response. Time changes a response without a new
 * version (a session counts as abandoned after a while), and If-None-Match must detect that.
 */
export const tagOf = ({ data, version }: Versioned<unknown>) => {
  const digest = hash("sha256", JSON.stringify(data)).slice(0, 12)
  return `"${version}-${digest}"` as EntityTag
}

const versionNamed = (ifMatch: EntityTag) => /^"(\d+)(?:-[0-9a-f]+)?"$/.exec(ifMatch)?.[1]

/** Allows a change if the caller has read the version that it changes (D-if-match). */
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
  if (ifMatch !== "*" && versionNamed(ifMatch) !== String(version)) {
    return Effect.fail(
      new PreconditionFailed({
        code: "precondition_failed",
        detail: "It has changed since the version that If-Match names. Read it again."
      })
    )
  }
  return Effect.void
}
