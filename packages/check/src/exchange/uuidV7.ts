import { randomUUID } from "node:crypto"

/**
 * A UUID of version 7, as the service makes its ids and keys: it begins with the milliseconds since 1970, so those of one
 * minute begin alike.
 */
export const uuidV7 = (): string => {
  const time = Date.now().toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
