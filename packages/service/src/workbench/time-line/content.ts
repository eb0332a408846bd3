import type * as S from "@embedded-super/contracts/schemas"
import { curlOf } from "@embedded-super/workbench/content/curlOf"
import { docsUrlOf } from "@embedded-super/workbench/content/docsUrlOf"
import { maskedMessage } from "@embedded-super/workbench/content/maskedMessage"
import { requirementsOf } from "@embedded-super/workbench/content/requirementsOf"
import { type ApiName, verdictOf } from "@embedded-super/workbench/content/verdictOf"
import type { Exchange } from "../../platform/timeline/TimelineReader.ts"
import { shortText } from "@embedded-super/workbench/store/shortText"

/** What was sent and received, masked, and what the contract says of it. */
export type Content = Pick<
  S.TimelineEntryDetail,
  "request" | "answer" | "curl" | "verdict" | "findings" | "docs_url" | "requirements"
>

export const noContent: Content = {
  request: null,
  answer: null,
  curl: null,
  verdict: "not_checked",
  findings: [],
  docs_url: null,
  requirements: []
}

/** The contract of a call that the service noted. */
const apiOf = ({ kind, path }: S.TimelineEntry): ApiName => {
  if (kind === "webhook_attempted") return "webhooks"
  if (kind !== "call_received") return "fund-api"
  return path?.startsWith("/embed-api/") === true ? "embed-api" : "partner-api"
}

/** The content of an entry that the service noted itself. `origin` is the address of the called program. */
export const contentOf = (
  entry: S.TimelineEntry,
  exchange: Exchange | undefined,
  origin: string
): Content => {
  const operation = entry.detail["operation"] ?? entry.detail["event"]
  const requirements = operation === undefined ? [] : requirementsOf(operation)
  const { method, path, status } = entry
  if (exchange === undefined || method === null || path === null) return { ...noContent, requirements }
  const { answer, isRaw, request } = exchange
  // What comes from the disk is masked already, and would break the contract for that alone.
  const shown = (message: Exchange["request"]): S.NullableTimelineMessage =>
    message === null ? null : ((isRaw ? maskedMessage(message) : message) as S.NullableTimelineMessage)
  const call = { method, url: `${origin}${path}`, request: request ?? { headers: {}, body: null } }
  const received = answer === null ? undefined : { ...answer, status }
  const { findings, verdict } =
    isRaw && request !== null
      ? verdictOf({ api: apiOf(entry), operation, call, answer: received })
      : ({ verdict: "not_checked", findings: [] } as const)
  const docsUrl = answer === null ? null : docsUrlOf(answer.body)
  return {
    request: shown(request),
    answer: shown(answer),
    curl: request === null ? null : (curlOf(call) as S.NullableLongText),
    verdict,
    findings,
    docs_url: docsUrl === null ? null : shortText(docsUrl),
    requirements
  }
}
