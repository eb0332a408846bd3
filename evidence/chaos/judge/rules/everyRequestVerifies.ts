import { Webhook } from "standardwebhooks"
import { type Arrival, isAccepted, type SecretLife } from "../Logs.ts"
import type { Rule } from "../Rule.ts"

/** The library reads the machine's clock; a request is judged by that clock's time at its arrival. */
const at = <A>(moment: number, run: () => A): A => {
  const { now } = Date
  Date.now = () => moment
  try {
    return run()
  } finally {
    Date.now = now
  }
}

/** Whether npm's `standardwebhooks`, as a partner uses it, takes the request with this secret. */
const verifies = (arrival: Arrival, verifier: Webhook): boolean => {
  const headers = {
    "webhook-id": arrival.webhookId,
    "webhook-timestamp": arrival.timestamp,
    "webhook-signature": arrival.signature
  }
  try {
    at(arrival.wall, () => verifier.verify(arrival.body, headers))
    return true
  } catch {
    return false
  }
}

/** Signed with a secret that was live, with a timestamp of this attempt (five minutes old at most). */
export const everyRequestVerifies: Rule = {
  holds: "Every request verifies with a secret of its endpoint, at the time at which it arrived.",
  *broken({ arrivals, secrets }) {
    const secretsOf = Map.groupBy(
      secrets.map((life) => ({ ...life, verifier: new Webhook(life.secret) })),
      ({ endpoint }) => endpoint
    )
    const live =
      ({ at }: Arrival) =>
      ({ from, to }: SecretLife) =>
        from <= at && (to === null || at <= to)
    for (const arrival of arrivals) {
      const known = (secretsOf.get(arrival.endpoint) ?? []).filter(live(arrival))
      if (known.some(({ verifier }) => verifies(arrival, verifier))) continue
      if (arrival.lossy && !isAccepted(arrival)) continue
      yield { about: arrival.webhookId, detail: `doesn't verify with any of ${known.length} live secrets` }
    }
  }
}
