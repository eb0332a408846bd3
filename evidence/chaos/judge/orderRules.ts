/** The promises about when something arrives: in order, once, not early, not in a pause. */
import { type DueTime, type Evidence, isAccepted, keyOf, type Rule } from "./Logs.ts"

/** For each entity, an event first arrives after the first arrivals of all earlier events. */
export const firstArrivalsAreInOrder: Rule = {
  holds: "The order of first arrivals increases in seq for each endpoint, subject and entity.",
  *broken({ arrivals, commitOf }) {
    const latest = new Map<string, number>()
    const seen = new Set<string>()
    for (const { lossy, webhookId } of arrivals) {
      const commit = commitOf.get(webhookId)
      if (commit === undefined || lossy || seen.has(webhookId)) continue
      seen.add(webhookId)
      const key = keyOf(commit)
      const before = latest.get(key) ?? 0
      if (commit.seq < before) {
        yield { about: webhookId, detail: `arrived as seq ${commit.seq} after seq ${before} of its entity` }
      }
      latest.set(key, Math.max(before, commit.seq))
    }
  }
}

/** Not even a repeat may arrive after a later event of the same entity was accepted. */
export const nothingOlderAfterwards: Rule = {
  holds: "Once something was accepted, nothing older of its entity arrives any more, not even again.",
  *broken({ arrivals, commitOf }) {
    const accepted = new Map<string, number>()
    for (const arrival of arrivals) {
      const commit = commitOf.get(arrival.webhookId)
      if (commit === undefined || arrival.lossy) continue
      const key = keyOf(commit)
      const latest = accepted.get(key) ?? 0
      if (commit.seq < latest) {
        yield { about: arrival.webhookId, detail: `seq ${commit.seq} came after seq ${latest} was accepted` }
      }
      if (isAccepted(arrival)) accepted.set(key, Math.max(latest, commit.seq))
    }
  }
}

/** Of each entity, one request is in flight at a time. */
export const nothingOverlaps: Rule = {
  holds: "No two requests of one entity are in flight at once.",
  *broken({ arrivals, commitOf }) {
    const open = new Map<string, { readonly webhookId: string; readonly ended: number }>()
    for (const { began, ended, lossy, webhookId } of arrivals) {
      const commit = commitOf.get(webhookId)
      if (commit === undefined || lossy) continue
      const key = keyOf(commit)
      const before = open.get(key)
      if (before !== undefined && before.ended > began) {
        yield { about: webhookId, detail: `came while ${before.webhookId} of its entity was being answered` }
      }
      const end = ended ?? Number.POSITIVE_INFINITY
      if (before === undefined || end > before.ended) open.set(key, { webhookId, ended: end })
    }
  }
}

const LAST = "onboarding_session_completed"

/** The completion of a session is its last webhook (R-3-15, R-6-13). */
export const nothingAfterCompleted: Rule = {
  holds:
    "After onboarding_session_completed nothing of the session is committed, and once accepted nothing else arrives.",
  *broken({ arrivals, commitOf, commits }) {
    const last = new Map(
      commits.filter(({ event, stored }) => stored && event === LAST).map((commit) => [keyOf(commit), commit])
    )
    for (const commit of commits) {
      const completed = last.get(keyOf(commit))
      if (commit.stored && completed !== undefined && commit.seq > completed.seq) {
        yield { about: commit.webhookId, detail: `was committed after ${completed.webhookId}` }
      }
    }
    const over = new Map<string, string>()
    for (const arrival of arrivals) {
      const commit = commitOf.get(arrival.webhookId)
      if (commit === undefined || arrival.lossy) continue
      const completed = over.get(keyOf(commit))
      if (completed !== undefined && completed !== commit.webhookId) {
        yield { about: commit.webhookId, detail: `arrived after ${completed} was accepted` }
      }
      if (commit.event === LAST && isAccepted(arrival)) over.set(keyOf(commit), commit.webhookId)
    }
  }
}

/** Times are recorded in whole milliseconds, and each process rounds on its own. */
const ROUNDING = 5

/**
 * Returns the due time of a delivery at a moment: the last one that was set before it. One that was set at exactly that
 * moment comes from the attempt that began then, and was recorded within half a millisecond.
 */
const dueTimesOf = ({ dueTimes }: Evidence) => {
  const known = Map.groupBy(dueTimes, ({ webhookId }) => webhookId)
  return (webhookId: string, moment: number): number =>
    known
      .get(webhookId)
      ?.reduce<DueTime | undefined>(
        (last, due) => (due.from < moment || last === undefined ? due : last),
        undefined
      )?.dueAt ?? Number.NEGATIVE_INFINITY
}

/** The worker's own record and the receiver's clock are each compared with the due time. */
export const nothingIsEarly: Rule = {
  holds: "No attempt is made, and nothing arrives, before it is due.",
  *broken(evidence) {
    const { arrivals, attempts, commitOf } = evidence
    const dueAt = dueTimesOf(evidence)
    for (const { startedAt, webhookId } of attempts) {
      const early = dueAt(webhookId, startedAt) - startedAt
      if (early > ROUNDING)
        yield { about: webhookId, detail: `was attempted ${Math.round(early)} ms too early` }
    }
    for (const { lossy, sentAt, webhookId } of arrivals) {
      if (lossy || !commitOf.has(webhookId)) continue
      const early = dueAt(webhookId, sentAt) - sentAt
      if (early > ROUNDING) yield { about: webhookId, detail: `arrived ${Math.round(early)} ms too early` }
    }
  }
}

/** A repeat is unavoidable if a worker died or was cut off before it recorded the delivery, and never afterwards. */
export const deliveredIsOver: Rule = {
  holds: "What is written down as delivered isn't sent again.",
  *broken({ arrivals, deliveries }) {
    const deliveredAt = new Map(deliveries.map(({ at, webhookId }) => [webhookId, at]))
    for (const { lossy, sentAt, webhookId } of arrivals) {
      const since = sentAt - (deliveredAt.get(webhookId) ?? Number.POSITIVE_INFINITY)
      if (!lossy && since > 0) {
        yield {
          about: webhookId,
          detail: `came ${Math.round(since)} ms after it was written down as delivered`
        }
      }
    }
  }
}

/** A paused endpoint is not called. */
export const pausedIsLeftAlone: Rule = {
  holds: "Nothing arrives while the endpoint is paused.",
  *broken({ arrivals, pauses }) {
    const pausesOf = Map.groupBy(pauses, ({ endpoint }) => endpoint)
    for (const { endpoint, sentAt, webhookId } of arrivals) {
      const pause = pausesOf
        .get(endpoint)
        ?.find(({ from, to }) => sentAt > from && (to === null || sentAt < to))
      if (pause !== undefined) {
        yield {
          about: webhookId,
          detail: `arrived ${Math.round(sentAt - pause.from)} ms into a pause of its endpoint`
        }
      }
    }
  }
}
