import { PreconditionRequired } from "@embedded-super/contracts/problems"
import type { EmbedRevisionTag } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"

/** How many bytes of the digest the revision has: as many as JavaScript's integers hold exactly. */
const BYTES = 6

/**
 * A view with its revision: a digest of all that the view shows. `beside` is what the view doesn't show, but a save
 * through it can overwrite. `uncounted` are the members that change by themselves and concern no save: if they counted,
 * each save would be refused a moment after the one before.
 */
export const withRevision = <View extends object>(
  view: View,
  { beside, uncounted = [] }: { readonly beside: unknown; readonly uncounted?: ReadonlyArray<keyof View> }
): View & { readonly revision: number } => {
  const counted = Object.entries(view).filter(([member]) => !uncounted.includes(member as keyof View))
  const digest = createHash("sha256")
    .update(JSON.stringify([counted, beside]))
    .digest()
  return { ...view, revision: digest.readUIntBE(0, BYTES) }
}

/** The headers of a request that changes something. */
interface ChangeHeaders {
  readonly "if-match"?: EmbedRevisionTag
}

/** A request that changes something, as a handler gets it. */
export interface ChangeRequest<Input> {
  readonly headers: ChangeHeaders
  readonly payload: Input
}

/** The revision that If-Match names: the one that the person saw who changes something. */
export const revisionSeen = (headers: ChangeHeaders): Effect.Effect<number, PreconditionRequired> =>
  headers["if-match"] === undefined
    ? Effect.fail(NOT_NAMED)
    : Effect.succeed(Number(headers["if-match"].slice(1, -1)))

const NOT_NAMED = new PreconditionRequired({
  code: "precondition_required",
  detail: "Send the revision of the view that the person saw as If-Match, in double quotes."
})

/** What a person is told whose view isn't what it was. The problem's `view` is what it is now. */
export const VIEW_CHANGED = {
  code: "view_changed",
  detail: "Something was changed since this page was shown, and nothing was saved. Show the new view first."
} as const
