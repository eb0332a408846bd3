import type { components, paths } from "@embedded-super/contracts/types/embed-api"
import createClient, { type Client } from "openapi-fetch"
import { type Outcome, outcomeOf } from "./outcome.ts"

export type Schemas = components["schemas"]

/** The embed API, typed by its spec. */
export type Api = Client<paths>

/** A client that sends this token; there is no cookie, and nothing is cached. */
export const makeApi = (token: string, language: string): Api =>
  createClient<paths>({
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    headers: { authorization: `Bearer ${token}`, "accept-language": language }
  })

/** A view's revision, as a save names it. */
export const seen = ({ revision }: { readonly revision: number }) => ({
  header: { "If-Match": `"${revision}"` }
})

/** For a draft that must be kept whatever the view is now. */
export const unseen = { header: { "If-Match": "*" } } as const

/** Marks a request that the frame makes by itself, so that an unused token still ends. */
export const polling = { header: { "X-Embed-Poll": "1" } } as const

/** The result of an openapi-fetch call. */
interface Fetched<A> {
  readonly data?: { readonly data: A } | undefined
  readonly error?: unknown
  readonly response: Response
}

/** Makes a call once. */
export const once = async <A, View>(call: () => Promise<Fetched<A>>): Promise<Outcome<A, View>> => {
  try {
    const { data, error, response } = await call()
    const retryAfter = response.headers.get("retry-after")
    return outcomeOf<A, View>({ status: response.status, retryAfter, body: data ?? error })
  } catch {
    return { is: "unreachable" }
  }
}
