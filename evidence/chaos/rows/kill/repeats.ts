import { LEASE_IS_LOST } from "@embedded-super/service/webhooks"
import { type Arrival, isAccepted, type Logs } from "../../judge/Logs.ts"
import type { Judgement } from "../../judge/judge.ts"
import type { Kill } from "./victims.ts"

/**
 * Milliseconds that a receiver may take to read what was sent to it: on a busy machine it reads a request after its
 * sender was killed. A repeat comes ten seconds after a kill at the earliest.
 */
const READ_WITHIN = 1000

/** When a worker that lived on lost a lease, in milliseconds since 1970, by the logs of all workers. */
export const leasesLostIn = (logs: ReadonlyArray<string>): ReadonlyArray<number> =>
  logs
    .flatMap((log) => log.split("\n"))
    .filter((line) => line.includes(LEASE_IS_LOST))
    .map((line) => Date.parse((JSON.parse(line) as { readonly time: string }).time))

/**
 * Repeats that a kill caused. If a worker dies after a webhook was accepted and before this is recorded, the webhook is
 * sent again: once for each such kill. A lease that a worker lost, because it or the database stood still, does the
 * same. So does an answer that a receiver on a busy machine gives too late: then the attempt is recorded, and the delivery
 * only after the repeat. Nothing else may.
 */
export const repeatsIn = (
  { arrivals, attempts, deliveries }: Pick<Logs, "arrivals" | "attempts" | "deliveries">,
  { duplicates }: Pick<Judgement, "duplicates">,
  kills: ReadonlyArray<Kill>,
  leasesLost: ReadonlyArray<number>
) => {
  const acceptedOf = Map.groupBy(arrivals.filter(isAccepted), ({ webhookId }) => webhookId)
  const causes = [...kills.map(({ at }) => at), ...leasesLost]
  const acceptedBefore = ({ began, webhookId }: Arrival) =>
    acceptedOf.get(webhookId)?.findLast((arrival) => arrival.began < began)
  const hasCause = (duplicate: Arrival): boolean => {
    const before = acceptedBefore(duplicate)
    return (
      before !== undefined && causes.some((at) => before.wall - READ_WITHIN <= at && at <= duplicate.wall)
    )
  }
  const ofSame = <A extends { readonly webhookId: string }>(all: ReadonlyArray<A>, { webhookId }: Arrival) =>
    all.filter((one) => one.webhookId === webhookId)
  const wasAnsweredLate = (duplicate: Arrival): boolean => {
    const before = acceptedBefore(duplicate)
    return (
      before !== undefined &&
      ofSame(attempts, duplicate).some(({ startedAt }) => Math.abs(startedAt - before.wall) <= READ_WITHIN) &&
      ofSame(deliveries, duplicate).every(({ at }) => at >= duplicate.wall)
    )
  }
  const [late, others] = [
    duplicates.filter(wasAnsweredLate),
    duplicates.filter((duplicate) => !wasAnsweredLate(duplicate))
  ]
  /** When it was accepted, when it came again, and the causes that are known, in seconds since the first arrival. */
  const told = (duplicate: Arrival): string => {
    const first = arrivals[0]?.wall ?? 0
    const seconds = (wall = first) => `${((wall - first) / 1000).toFixed(1)} s`
    const all = (times: ReadonlyArray<number>) => times.map((at) => seconds(at)).join(", ") || "no time"
    return (
      `${duplicate.webhookId} was accepted at ${seconds(acceptedBefore(duplicate)?.wall)} ` +
      `and came again at ${seconds(duplicate.wall)}; ` +
      `kills at ${all(kills.map(({ at }) => at))}; leases lost at ${all(leasesLost)}`
    )
  }
  const after = kills.map(({ at, isSteady }, nth) => {
    const next = kills[nth + 1]?.at ?? Number.POSITIVE_INFINITY
    return { isSteady, repeats: others.filter(({ wall }) => at <= wall && wall < next).length }
  })
  return {
    /** After each kill, how many came again. */
    repeats: after,
    /** Repeats of what the receiver answered too late. */
    late: late.length,
    /** Repeats although no process was killed in between, and no lease was lost; each in a sentence. */
    unexplained: others.filter((duplicate) => !hasCause(duplicate)).map(told)
  }
}
