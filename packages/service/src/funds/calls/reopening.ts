import type { FundProfile } from "@embedded-super/contracts/schemas"

/**
 * Why a call isn't retried: it doesn't exist, the fund has carried it out, it proceeds without help, or the fund may
 * have carried it out.
 */
export type RetryRefusal = "none" | "done" | "under_way" | "uncertain"

/** The facts that decide whether a call can be retried. */
export interface EndedCall {
  readonly state: "waiting" | "done" | "stopped" | "superseded"
  readonly because: string | null
  readonly uncertain: boolean
  readonly idempotency: FundProfile["idempotency"] | null
}

/** Outcomes after which the fund may have carried out the call. */
const MAY_HAVE_HAPPENED: ReadonlySet<string | null> = new Set(["unknown", "unreadable"])

/** Whether the fund may have carried out the call, as far as this service knows. */
export const mayHaveHappened = ({ because, uncertain }: EndedCall): boolean =>
  uncertain || MAY_HAVE_HAPPENED.has(because)

/** Why a partner can't retry a call; undefined if it can. */
export const whyNotRetried = (call: EndedCall): RetryRefusal | undefined => {
  if (call.state === "waiting") return "under_way"
  if (call.state !== "stopped") return "done"
  return mayHaveHappened(call) && call.idempotency !== "honoured" ? "uncertain" : undefined
}

/**
 * A fund that honours keys repeats its earlier answer for a key, so a retry needs a new key after a refusal, and only
 * then.
 */
export const needsNewKey = ({ because, uncertain }: EndedCall): boolean => because === "refused" && !uncertain
