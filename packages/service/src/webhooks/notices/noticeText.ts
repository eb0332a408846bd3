import type { Notice } from "../delivery/NoticesRepo.ts"

/** The facts of an e-mail about a webhook address. It names the product and no person. */
export interface NoticeFacts {
  readonly kind: Notice
  readonly productId: string
  readonly productName: string
  readonly failingSince: Date | null
}

/** The event and the advice, by kind of notice. */
const texts: Readonly<Record<Notice, { readonly happened: string; readonly advice: string }>> = {
  failing_1h: {
    happened: "has not accepted a webhook for an hour",
    advice: "Each webhook is tried 13 times over at least 60 hours; nothing is lost yet."
  },
  failing_24h: {
    happened: "has not accepted a webhook for 24 hours",
    advice: "Each webhook is tried 13 times over at least 60 hours; nothing is lost yet."
  },
  failing_72h: {
    happened: "has not accepted a webhook for 72 hours",
    advice: "After five days delivery is paused. What was not delivered is kept for 30 days."
  },
  paused_failing: {
    happened: "has not accepted a webhook for five days, and delivery to it is paused",
    advice: "What was not delivered is kept for 30 days. When the address works again, resume delivery."
  },
  paused_gone: {
    happened: "has answered 410 (gone), and delivery to it is paused",
    advice: "What was not delivered is kept for 30 days. Set the address again, or resume delivery."
  },
  paused_unusable: {
    happened: "can no longer be used by the service, and delivery to it is paused",
    advice: "Set the address again and rotate its secret; then delivery is resumed."
  }
}

/** Subject and text of the e-mail. A product's name is free text of its partner: line breaks are removed. */
export const noticeText = ({ failingSince, kind, productId, productName }: NoticeFacts) => {
  const { advice, happened } = texts[kind]
  const name = productName.replaceAll(/\s+/g, " ").trim()
  const since =
    failingSince === null ? [] : [`No delivery has succeeded since ${failingSince.toISOString()}.`]
  return {
    subject: `Webhooks of ${name}: the address ${happened}`,
    text: [
      `The webhook address of the product ${name} (${productId}) ${happened}.`,
      ...since,
      "",
      advice,
      "",
      `State of delivery: GET /api/v1/products/${productId}`,
      "Deliveries, with your address's answers: GET /api/v1/webhook-deliveries",
      `Resume: POST /api/v1/products/${productId}/webhook/resume`,
      ""
    ].join("\n")
  }
}
