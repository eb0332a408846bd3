import { withoutTfns } from "@embedded-super/http-manners"
import { HIDDEN, MASK } from "./shown.ts"

const MOST = 500

/** Headers that matter to a reader, and the form of the values that are shown. Of others not even the name is shown. */
const shown: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    accept: /^[\w.+*/;=, -]+$/,
    "accept-language": /^[\w;=,.* -]+$/,
    allow: /^[A-Z, ]+$/,
    "cache-control": /^[\w=, -]+$/,
    "content-type": /^[\w.+/;="() -]+$/,
    deprecation: /^@?\w+$/,
    etag: /^(?:W\/)?"[\w.-]*"$/,
    "idempotency-key": /^"?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"?$/i,
    "idempotency-replayed": /^\w+$/,
    "if-match": /^(?:\*|(?:W\/)?"[\w.-]*")$/,
    // Words and ids: a fund's address of a member may end with the member's number or name.
    location:
      /^(?:https?:\/\/[\w.-]+(?::\d+)?)?(?:\/(?:[a-z]+(?:[_-][a-z]+)*|v\d|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})?)+$/,
    ratelimit: /^[\w";=, -]+$/,
    "ratelimit-policy": /^[\w";=, -]+$/,
    "retry-after": /^[\w:, -]{1,40}$/,
    sunset: /^[\w:, -]{1,40}$/,
    traceparent: /^[0-9a-f-]{55}$/,
    "user-agent": /^Embedded-?Super[\w./ -]*$/,
    "webhook-id": /^msg_[0-9A-Za-z-]+$/,
    "webhook-timestamp": /^\d{1,11}$/,
    "x-request-id": /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    "x-simulated-fault": /^[\w/;=.+ -]{1,80}$/
  })
)

/** Headers that hold a key, a token or a signature: it is shown that they were there. */
const hidden: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "set-cookie",
  "webhook-signature",
  "x-api-key",
  "x-auth-key"
])

export const isSecretHeader = (name: string): boolean => hidden.has(name.toLowerCase())

/** The headers of a message as they may be shown. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([written, value]): ReadonlyArray<readonly [string, string]> => {
      const name = written.toLowerCase()
      if (hidden.has(name)) return [[name, HIDDEN]]
      const form = shown.get(name)
      if (form === undefined) return []
      return [[name, form.test(value) ? withoutTfns(value).slice(0, MOST) : MASK]]
    })
  )
