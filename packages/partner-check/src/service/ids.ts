import { uuidV7 } from "@embedded-super/conformance/exchange/uuidV7"

/** A webhook-id as the service makes it. */
export const newWebhookId = (): string => `msg_${uuidV7()}`
