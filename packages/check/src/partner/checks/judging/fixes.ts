export const callTheUrl =
  "Call the url of the payload, with the key that product_id selects in the header X-API-Key."

/** How to fix the mistakes that several checks name, by the sentences about them. */
export const fixes = {
  "A delivery isn't answered in time.":
    "Store the webhook, answer 2xx, and do the work afterwards. A receiver that answers one request after the other waits for the slowest: give it threads or processes.",
  "A delivery gets no whole answer.":
    "Look in your log for this delivery: a crash, a proxy's limit, or a connection that is closed before the answer is sent. Answer 204, without a body.",
  "A delivery is answered with a redirect, which isn't followed.":
    "Name the address that answers by itself: with https, and with or without the slash at its end.",
  "A delivery is answered 410, which pauses the webhook address.":
    "Answer 2xx to what you have no use for. 410 says that the address is gone, so the service stops delivering to it.",
  "The employer isn't fetched after employer_settings_changed.": callTheUrl,
  "The session isn't fetched after onboarding_session_changed.": callTheUrl,
  "The receiver calls back without the header X-API-Key.":
    "Send the Product API Key in the header X-API-Key with each call: not as a bearer token, and not in the address.",
  "An entity of one product is fetched with the other product's key.":
    "Keep one key for each product, and select it by product_id. With another product's key an entity isn't found.",
  "An entity isn't fetched in time, while others are fetched again and again.":
    "Fetch once for each webhook. What you poll fills the queue in which new webhooks wait."
} as const satisfies Readonly<Record<string, string>>

/** A sentence of `fixes`. */
export type FixedCause = keyof typeof fixes
