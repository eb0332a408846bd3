import type { FundProfile } from "@embedded-super/contracts/schemas"

/**
 * Why a call isn't made again: there is none, the fund did what was asked, it goes on by itself, or the fund may have
 * done it.
 */
export type RetryRefusal = "none" | "done" | "under_way" | "uncertain"

/** What decides whether a call can be made again. */
export interface EndedCall {
  readonly state: "waiting" | "done" | "stopped" | "superseded"
  readonly because: string | null
  readonly uncertain: boolean
  readonly idempotency: FundProfile["idempotency"] | null
}

/** Outcomes after which the fund may have done what was asked. */
const MAY_HAVE_HAPPENED: ReadonlySet<string | null> = new Set(["unknown", "unreadable"])

/** Whether the fund may have done what was asked, as far as this service can tell. */
export const mayHaveHappened = ({ because, uncertain }: EndedCall): boolean =>
  uncertain || MAY_HAVE_HAPPENED.has(because)

/** Why a partner can't have a call made again; undefined where it can. */
export const whyNotRetried = (call: EndedCall): RetryRefusal | undefined => {
  if (call.state === "waiting") return "under_way"
  if (call.state !== "stopped") return "done"
  return mayHaveHappened(call) && call.idempotency !== "honoured" ? "uncertain" : undefined
}

/** A fund that honours keys repeats its answer to a key: after a refusal, and only then, a new key is needed. */
export const needsNewKey = ({ because, uncertain }: EndedCall): boolean => because === "refused" && !uncertain
