import { kind, counted, dayOf, lasting } from "./Kind.ts"

/** One attempt to deliver a webhook, and what follows. */
export type WebhookAttempted = {
  readonly event: string
  /** Counted from 1, over all attempts of this delivery. */
  readonly attempt: number
  readonly verdict: "delivered" | "failed" | "gone" | "unsendable"
  readonly status: number | null
  /** Why no complete answer came; null if one did. */
  readonly failure: string | null
  readonly in_seconds: number | null
  /** Whether it is the one delivery that is tried while the others rest. */
  readonly is_probe: boolean
}

const endpointOf = ({ to }: { readonly to: string | null }) => `${to ?? "The partner"}'s endpoint`

/** The codes of `webhook-deliveries`, for people. */
const FAILURES: Readonly<Record<string, string>> = {
  address_not_allowed: "its address isn't allowed",
  connect_timeout: "it didn't accept a connection in time",
  connection_reset: "the connection broke",
  connection_refused: "it refused the connection",
  invalid_answer: "its answer wasn't HTTP",
  dns_failure: "its host name wasn't found",
  timeout: "it didn't answer in time",
  tls_failure: "TLS failed",
  internal_error: "the service couldn't send it"
}

const next = ({ in_seconds, verdict }: WebhookAttempted): string => {
  if (in_seconds !== null) return `The service tries again in ${lasting(in_seconds)}.`
  return verdict === "gone"
    ? "It says that it is gone, so deliveries to it are paused."
    : "That was the last attempt; the partner can replay it."
}

const PAUSED: Readonly<Record<string, string>> = {
  gone: "it answered 410",
  failing: "it has failed for five days",
  unusable: "its address or its secret can't be used"
}

/** Events, their webhooks, and the partner's endpoint. */
export const webhooks = {
  event_recorded: kind<{ readonly event: string; readonly replaces: number; readonly is_sent: boolean }>({
    outcome: () => "noted",
    sentence: ({ event, is_sent, replaces }) => {
      const replaced =
        replaces === 0 ? "" : ` It replaces ${counted(replaces, "earlier one")} that still waited.`
      return is_sent
        ? `The event ${event} was recorded, and its webhook is sent to the partner.${replaced}`
        : `The event ${event} was recorded. The partner has no endpoint for it, and finds it in its event feed.`
    },
    requirements: ["R-2.1-11", "D-event-feed"]
  }),

  webhook_attempted: kind<WebhookAttempted>({
    outcome: ({ in_seconds, verdict }) =>
      verdict === "delivered" ? "good" : in_seconds === null ? "stopped" : "waiting",
    sentence: (attempt, parties) => {
      const { event, failure, is_probe, status, verdict } = attempt
      const which = attempt.attempt === 1 ? "" : ` (attempt ${attempt.attempt})`
      const probe = is_probe ? " This was the one delivery that is tried while the others rest." : ""
      if (verdict === "unsendable") {
        return `The webhook ${event}${which} has no valid body and is set aside, so that it doesn't hold up the others.`
      }
      if (verdict === "delivered")
        return `${endpointOf(parties)} accepted ${event} with ${status}${which}.${probe}`
      const came =
        status === null || failure !== null
          ? `didn't accept ${event}${which}: ${FAILURES[failure ?? ""] ?? failure ?? "no answer came"}.`
          : `answered ${status} to ${event}${which}.`
      return `${endpointOf(parties)} ${came} ${next(attempt)}${probe}`
    },
    requirements: ["D-webhook-delivery", "D-webhook-signatures"]
  }),

  webhook_superseded: kind<{ readonly event: string; readonly count: number }>({
    outcome: () => "noted",
    sentence: ({ count, event }) =>
      `${event} says all that ${counted(count, "earlier webhook")} of the same thing would say, so ${count === 1 ? "that one isn't" : "those aren't"} sent.`,
    requirements: ["D-entity-order"]
  }),

  endpoint_rests: kind<{
    readonly failures: number
    readonly in_seconds: number
    /** Whether the receiver asked for the wait. Deliveries wait by the machine's clock, so no time of day is stated. */
    readonly is_asked: boolean
  }>({
    outcome: () => "waiting",
    sentence: ({ failures, in_seconds, is_asked }, parties) =>
      `${endpointOf(parties)} ${is_asked ? "asked for a pause" : failures === 1 ? "failed" : `failed ${failures} times in a row`}, so deliveries rest for ${lasting(in_seconds)}, then one is tried.`,
    requirements: ["D-webhook-delivery"]
  }),

  endpoint_recovered: kind<{ readonly failing_seconds: number | null }>({
    outcome: () => "good",
    sentence: ({ failing_seconds }, parties) =>
      `${endpointOf(parties)} works again${failing_seconds === null ? "" : ` after ${lasting(failing_seconds)}`}, so deliveries continue, at first one at a time.`,
    requirements: ["D-webhook-delivery"]
  }),

  endpoint_paused: kind<{ readonly because: string }>({
    outcome: () => "stopped",
    sentence: ({ because }, parties) =>
      `Deliveries to ${endpointOf(parties)} are paused, because ${PAUSED[because] ?? because}. The partner or an operator resumes them.`,
    requirements: ["D-webhook-delivery", "D-webhook-notices"]
  }),

  webhook_secret_replaced: kind<{
    /** Until when an earlier secret still signs; null if it doesn't. */
    readonly both_until: string | null
  }>({
    outcome: () => "changed",
    sentence: ({ both_until }) =>
      both_until === null
        ? "The webhook secret was replaced. Only the new one signs."
        : `The webhook secret was replaced; until ${dayOf(both_until)} both sign.`,
    requirements: ["D-webhook-signatures"]
  }),

  webhooks_replayed: kind<{ readonly count: number }>({
    outcome: () => "changed",
    sentence: ({ count }) =>
      `${counted(count, "webhook")} ${count === 1 ? "is" : "are"} sent again, at the partner's request.`,
    requirements: ["D-replays"]
  })
} as const
