import { type RequirementId, requirements } from "@embedded-super/contracts/requirements"
import type * as S from "@embedded-super/contracts/schemas"
import { curlOf } from "@embedded-super/pages/content/curlOf"
import { docsUrlOf } from "@embedded-super/pages/content/docsUrlOf"
import { type Author, maskedMessage } from "@embedded-super/pages/content/maskedMessage"
import { requirementsOf } from "@embedded-super/pages/content/requirementsOf"
import type { Contract } from "@embedded-super/pages/content/contracts/Contract"
import { embedApi } from "@embedded-super/pages/content/contracts/embedApi"
import { fundApi } from "@embedded-super/pages/content/contracts/fundApi"
import { partnerApi } from "@embedded-super/pages/content/contracts/partnerApi"
import { webhooks } from "@embedded-super/pages/content/contracts/webhooks"
import { verdictOf } from "@embedded-super/pages/content/verdictOf"
import { answerAuthor } from "../../platform/timeline/answerAuthor.ts"
import type { Exchange } from "../../platform/timeline/TimelineReader.ts"
import { kinds } from "@embedded-super/pages/kinds/index"
import type { Kind } from "@embedded-super/pages/kinds/Kind"
import { shortText } from "@embedded-super/pages/store/shortText"
import * as Result from "effect/Result"

/** The masked request and answer, and the contract's verdict on them. */
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
const contractOf = ({ kind, path }: S.TimelineEntry): Contract => {
  if (kind === "webhook_attempted") return webhooks
  if (kind !== "call_received") return fundApi
  return path?.startsWith("/embed-api/") === true ? embedApi : partnerApi
}

/** The fund API's names of the operations of funds. */
const fundOperations: Readonly<Record<string, string>> = {
  member_registration: "registerMember",
  employer_lookup: "lookUpEmployer",
  employer_details: "receiveEmployerDetails"
}

const operationOf = ({ detail, kind }: S.TimelineEntry): string | undefined => {
  const operation = detail["operation"] ?? detail["event"]
  return kind === "fund_called" ? fundOperations[operation ?? ""] : operation
}

const known: Readonly<Record<string, Kind<never>>> = kinds

/** The sentences of the operation, and of the kind of entry with these data. */
const requirementsFor = (
  { detail, kind }: S.TimelineEntry,
  operation: string | undefined
): ReadonlyArray<S.TimelineRequirement> => {
  // An entry of an older version may lack data that its kind reads.
  const ids = Result.getOrElse(
    Result.try(() => known[kind]?.requirements(detail as never) ?? []),
    () => []
  )
  const ofKind = ids.flatMap((id) => {
    const text = isRequirement(id) ? requirements[id].text : undefined
    return text === undefined ? [] : [{ id, text: shortText(text) }]
  })
  const all = [...ofKind, ...(operation === undefined ? [] : requirementsOf(operation))]
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at).slice(0, 20)
}

const isRequirement = (id: string): id is RequirementId => Object.hasOwn(requirements, id)

/** The program that a call went to: its address, and the authority of its certificate if it is of this machine. */
export interface Called {
  readonly origin: string
  readonly caFile?: string | undefined
}

/** The content of an entry that the service noted itself. */
export const contentOf = (
  entry: S.TimelineEntry,
  exchange: Exchange | undefined,
  { caFile, origin }: Called
): Content => {
  const operation = operationOf(entry)
  const cited = requirementsFor(entry, operation)
  const { method, path, status } = entry
  if (exchange === undefined || method === null || path === null) return { ...noContent, requirements: cited }
  const { answer, isRaw, request } = exchange
  // Messages from the disk are masked already, and would break the contract for that alone.
  const shown = (message: Exchange["request"], author: Author): S.TimelineMessageOrNull =>
    message === null
      ? null
      : ((isRaw ? maskedMessage(message, author, request) : message) as S.TimelineMessageOrNull)
  // Uses only the target's query: the entry's path has no values that a caller may have typed.
  const query = /\?[^#]*/.exec(request?.target ?? "")?.[0] ?? ""
  const call = { method, url: `${origin}${path}${query}`, request: request ?? { headers: {}, body: null } }
  const received = answer === null ? undefined : { ...answer, status }
  const { findings, verdict } =
    isRaw && request !== null
      ? verdictOf(contractOf(entry), { operation, call, answer: received })
      : ({ verdict: "not_checked", findings: [] } as const)
  const docsUrl = answer === null ? null : docsUrlOf(answer.body)
  return {
    request: shown(request, "another"),
    answer: shown(answer, answerAuthor(entry.kind, entry.detail)),
    // Without an address the command can't be run.
    curl:
      request === null || origin === ""
        ? null
        : (curlOf(call, { caFile, signsAnew: true }) as S.LongTextOrNull),
    verdict,
    findings,
    docs_url: docsUrl === null ? null : shortText(docsUrl),
    requirements: cited
  }
}
