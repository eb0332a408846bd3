import { isAccepted, type Logs } from "../../judge/Logs.ts"
import type { Judgement } from "../../judge/judge.ts"
import type { Kill } from "./victims.ts"

/**
 * Repeats that a kill caused. If a worker dies after a webhook was accepted and before this is recorded, the webhook is
 * sent again: once for each such kill, and never without one.
 */
export const repeatsIn = ({ arrivals }: Logs, { duplicates }: Judgement, kills: ReadonlyArray<Kill>) => {
  const acceptedOf = Map.groupBy(arrivals.filter(isAccepted), ({ webhookId }) => webhookId)
  const hasKillBefore = ({ began, wall, webhookId }: (typeof duplicates)[number]): boolean => {
    const before = acceptedOf.get(webhookId)?.findLast((arrival) => arrival.began < began)
    return before !== undefined && kills.some(({ at }) => before.wall <= at && at <= wall)
  }
  const after = kills.map(({ at, isSteady }, nth) => {
    const next = kills[nth + 1]?.at ?? Number.POSITIVE_INFINITY
    return { isSteady, repeats: duplicates.filter(({ wall }) => at <= wall && wall < next).length }
  })
  return {
    /** After each kill, how many came again. */
    repeats: after,
    /** Repeats although no process was killed in between. */
    unexplained: duplicates.filter((duplicate) => !hasKillBefore(duplicate)).length
  }
}
