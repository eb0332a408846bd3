import { uuidV7 } from "../../exchange/uuidV7.ts"

/** A webhook-id as the service makes it. */
export const newWebhookId = (): string => `msg_${uuidV7()}`
