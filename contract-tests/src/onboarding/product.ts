import { type Caller } from "../openapi/Caller.ts"
import type { Product } from "./flows.ts"

/** A product as its key holder and its embeds see the service, through callers of both APIs. */
export const productOf = (partnerApi: Caller, embedApi: Caller, key: string): Product => ({
  partner: partnerApi.as({ "x-api-key": key }),
  embed: embedApi.call,
  embedAs: (token) => embedApi.as({ authorization: `Bearer ${token}` })
})
