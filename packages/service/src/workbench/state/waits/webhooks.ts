import * as Duration from "effect/Duration"
import { pauseRule } from "../../../webhooks/notices/NoticesRepo.ts"
import { MAX_ATTEMPTS } from "../../../webhooks/delivery/retryRules.ts"
import type { RestingEndpoint, UnsentNotice, WaitingDelivery } from "../WaitsRepo.ts"
import { counted, spaced, type Wait } from "../Wait.ts"

const REST = {
  paused: "Its endpoint is paused; webhooks are kept until it is resumed.",
  off: "Its endpoint is switched off.",
  backing_off: "Its endpoint rests after failures; one delivery tries it then."
} as const

const because = ({ attempts, is_behind, status }: WaitingDelivery): string => {
  if (status !== "active") return REST[status]
  if (is_behind) return "An earlier webhook of the same thing has to be delivered first."
  if (attempts === 0) return "It is due, and waits for a free slot."
  return `The receiver didn't accept attempt ${attempts}; attempt ${attempts + 1} of ${MAX_ATTEMPTS} is due then.`
}

/** Times of webhooks are true time; `shown` is the same on the page's clock. */
export const deliveryWait = (delivery: WaitingDelivery, shown: (at: Date) => Date): Wait => ({
  what: `Webhook ${delivery.event} to ${delivery.product}`,
  because: because(delivery),
  since: shown(delivery.last_attempt_at ?? delivery.recorded_at),
  until: delivery.next_attempt_at === null ? null : shown(delivery.next_attempt_at),
  about: [
    ["event", delivery.id],
    ["product", delivery.product_id]
  ],
  resumes:
    delivery.status === "paused"
      ? `\`admin webhook resume ${delivery.product_id}\``
      : delivery.status === "off"
        ? "The partner switches the endpoint on."
        : null
})

const PAUSED = {
  gone: "The receiver answered 410: the address is gone.",
  failing: `Every delivery failed for ${Duration.toDays(pauseRule.after)} days.`,
  operator: "An operator paused it.",
  unusable: "Its address can't be read."
} as const

export const endpointWait = (endpoint: RestingEndpoint, shown: (at: Date) => Date): Wait => {
  const { id, next_probe_at, paused_because, product, product_id, since, status, waiting } = endpoint
  const kept = waiting === 0 ? "" : ` ${counted(waiting, "webhook")} ${waiting === 1 ? "waits" : "wait"}.`
  const why =
    status === "paused" ? PAUSED[paused_because ?? "operator"] : "Too many deliveries failed, so it rests."
  return {
    what: `Webhooks of ${product}`,
    because: `${why}${kept}`,
    since: shown(since),
    until: next_probe_at === null ? null : shown(next_probe_at),
    about: [
      ["webhook_endpoint", id],
      ["product", product_id]
    ],
    resumes: status === "paused" ? `\`admin webhook resume ${product_id}\`` : null
  }
}

export const noticeWait = (notice: UnsentNotice, shown: (at: Date) => Date): Wait => ({
  what: `Notice to the owners of ${notice.product}: ${spaced(notice.kind)}`,
  because: "It is recorded, and is sent with the next e-mails.",
  since: shown(notice.at),
  until: null,
  about: [["webhook_endpoint", notice.endpoint_id]],
  resumes: "The next run of the notices, within a minute."
})
