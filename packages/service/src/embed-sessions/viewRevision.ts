import { PreconditionRequired } from "@embedded-super/contracts/problems"
import type { EmbedDraftTag, EmbedRevisionTag } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { hash } from "node:crypto"

/** 48 bits of the digest: a JSON number holds them exactly. */
const BYTES = 6

/**
 * A view with its revision, a digest of everything that the view shows. `beside` is data that a save can overwrite
 * although the view doesn't show it. `uncounted` are members that change over time and that no save depends on: if they
 * counted, a save would fail shortly after the one before it.
 */
export const withRevision = <View extends object>(
  view: View,
  { beside, uncounted = [] }: { readonly beside: unknown; readonly uncounted?: ReadonlyArray<keyof View> }
): View & { readonly revision: number } => {
  const counted = Object.entries(view).filter(([member]) => !uncounted.includes(member as keyof View))
  const digest = hash("sha256", JSON.stringify([counted, beside]), "buffer")
  return { ...view, revision: digest.readUIntBE(0, BYTES) }
}

/** The headers of a change request. */
interface ChangeHeaders {
  readonly "if-match"?: EmbedRevisionTag | EmbedDraftTag
}

/** A change request as its handler receives it. */
export interface ChangeRequest<Input> {
  readonly headers: ChangeHeaders
  readonly payload: Input
}

/** The revision in If-Match: that of the view that the person saw; undefined for any, which the contract allows drafts only. */
export const revisionSeen = ({
  "if-match": tag
}: ChangeHeaders): Effect.Effect<number | undefined, PreconditionRequired> =>
  tag === undefined
    ? Effect.fail(NOT_NAMED)
    : Effect.succeed(tag === "*" ? undefined : Number(tag.slice(1, -1)))

const NOT_NAMED = new PreconditionRequired({
  code: "precondition_required",
  detail: "Send the revision of the view that the person saw as If-Match, in double quotes."
})

/** The refusal of a change to a view that has changed. The problem's `view` is the current view. */
export const VIEW_CHANGED = {
  code: "view_changed",
  detail: "The data changed after this page was shown, so nothing was saved. Show the new view first."
} as const
