import { issuesOf, type ProblemIssue } from "@embedded-super/http-manners"
import { decodeWebhook, WebhookHeaders } from "@embedded-super/contracts/webhooks"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { lowerCase, type RawMessage } from "../Message.ts"
import { parsed } from "../masking/maskedBody.ts"
import { HIDDEN } from "../masking/shown.ts"
import type { Contract } from "../contentOf.ts"

const decodeHeaders = Schema.decodeUnknownResult(WebhookHeaders, { errors: "all" })

/**
 * The mistakes in a webhook's headers and in its payload. A sender notes its signature as hidden, and not all its headers, so
 * only a receiver's can be judged.
 */
const webhookIssues = ({ body, headers }: RawMessage): ReadonlyArray<ProblemIssue> => {
  const value = body === null ? undefined : parsed(body)
  const lower = lowerCase(headers)
  const headerIssues = Result.match(decodeHeaders(lower), {
    onSuccess: () => [],
    onFailure: ({ issue }) => issuesOf("header", issue, lower)
  })
  return [
    ...(lower["webhook-signature"] === HIDDEN ? [] : headerIssues),
    ...Result.match(decodeWebhook(value), {
      onSuccess: () => [],
      onFailure: ({ issue }) => issuesOf("body", issue, value)
    })
  ]
}

/** Deliveries of webhooks: their operation is the event. A receiver may answer what it likes. */
export const webhooks: Contract = {
  operationIn: (body) => /"event"\s*:\s*"([a-z_]{1,64})"/.exec(body ?? "")?.[1],
  brokenBy: ({ call }) => webhookIssues(call.request).map((issue) => ({ ...issue, where: "request" }))
}
