import { issuesOf } from "@embedded-super/http-manners"
import { decodeWebhook, WebhookHeaders } from "@embedded-super/contracts/webhooks"
import type { ShortText } from "@embedded-super/contracts/schemas"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { parsed } from "./masking/maskedBody.ts"
import type { RawMessage } from "./Message.ts"
import type { Verdict } from "./verdictOf.ts"

const decodeHeaders = Schema.decodeUnknownResult(WebhookHeaders, { errors: "all" })

/** The contract's verdict on a webhook: its headers and its payload. A receiver may answer what it likes. */
export const webhookVerdictOf = ({ body, headers }: RawMessage): Verdict => {
  const value = body === null ? undefined : parsed(body)
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  )
  const issues = [
    ...Result.match(decodeHeaders(lower), {
      onSuccess: () => [],
      onFailure: ({ issue }) => issuesOf("header", issue, lower)
    }),
    ...Result.match(decodeWebhook(value), {
      onSuccess: () => [],
      onFailure: ({ issue }) => issuesOf("body", issue, value)
    })
  ]
  const findings = issues.slice(0, 100).map(({ code, detail, pointer }) => ({
    in: "request" as const,
    pointer: pointer as ShortText,
    code: code as ShortText,
    detail: detail as ShortText
  }))
  return { verdict: findings.length === 0 ? "fits" : "breaks", findings }
}
