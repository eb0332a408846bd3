import { type Caller } from "../openapi/Caller.ts"
import type { Product } from "./flows.ts"

/** Calls of a frame: each change sends the revision of the view from an earlier answer. */
const seeing = (call: Caller["call"]): Caller["call"] => {
  let revision: number | undefined
  return async (operation, options) => {
    const seen = revision === undefined ? {} : { "if-match": `"${revision}"` }
    const answer = await call(operation, { ...options, headers: { ...seen, ...options.headers } })
    revision = answer.body?.data?.revision ?? answer.body?.revision ?? revision
    return answer
  }
}

/** A product from the view of its key holder and its embeds, through callers of both APIs. */
export const productOf = (partnerApi: Caller, embedApi: Caller, key: string): Product => ({
  partner: partnerApi.as({ "x-api-key": key }),
  embed: embedApi.call,
  embedAs: (token) => seeing(embedApi.as({ authorization: `Bearer ${token}` }))
})
