import { PreconditionFailed, PreconditionRequired } from "@embedded-super/contracts/problems"
import type { EntityTag } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"

/** An entity as it is answered, and the version that it has. */
export interface Versioned<A> {
  readonly data: A
  readonly version: number
}

/** The tag that names a version, whatever was answered of it. */
export const entityTag = (version: number) => `"${version}"` as EntityTag

/**
 * The ETag of an entity as it is answered: its version, and a digest of the answer. Time changes an answer without a new
 * version (a session counts as abandoned after a while), and If-None-Match has to find out.
 */
export const tagOf = ({ data, version }: Versioned<unknown>) => {
  const digest = createHash("sha256").update(JSON.stringify(data)).digest("hex").slice(0, 12)
  return `"${version}-${digest}"` as EntityTag
}

const versionNamed = (ifMatch: EntityTag) => /^"(\d+)(?:-[0-9a-f]+)?"$/.exec(ifMatch)?.[1]

/** Lets a change through if the caller has read the version that it changes (D-if-match). */
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
