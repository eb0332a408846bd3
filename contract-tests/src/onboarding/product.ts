import { type Caller } from "../openapi/Caller.ts"
import type { Product } from "./flows.ts"

/** Calls of a frame: each change names the revision of the view that came with an earlier answer. */
const seeing = (call: Caller["call"]): Caller["call"] => {
  let revision: number | undefined
  return async (operation, options) => {
    const seen = revision === undefined ? {} : { "if-match": `"${revision}"` }
    const answer = await call(operation, { ...options, headers: { ...seen, ...options.headers } })
    revision = answer.body?.data?.revision ?? answer.body?.revision ?? revision
    return answer
  }
}

/** A product as its key holder and its embeds see the service, through callers of both APIs. */
export const productOf = (partnerApi: Caller, embedApi: Caller, key: string): Product => ({
  partner: partnerApi.as({ "x-api-key": key }),
  embed: embedApi.call,
  embedAs: (token) => seeing(embedApi.as({ authorization: `Bearer ${token}` }))
})
