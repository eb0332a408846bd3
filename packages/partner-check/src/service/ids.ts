import { randomUUID } from "node:crypto"

/** A UUID of version 7: it begins with the milliseconds since 1970, so ids of one moment begin alike. */
const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** A webhook-id as the service makes it. */
export const newWebhookId = (): string => `msg_${uuidV7()}`
