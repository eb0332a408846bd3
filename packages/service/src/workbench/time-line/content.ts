import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { FundApi } from "@embedded-super/contracts/fund-api"
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { type RequirementId, requirements } from "@embedded-super/contracts/requirements"
import type * as S from "@embedded-super/contracts/schemas"
import { curlOf } from "@embedded-super/workbench/content/curlOf"
import { docsUrlOf } from "@embedded-super/workbench/content/docsUrlOf"
import { maskedMessage } from "@embedded-super/workbench/content/maskedMessage"
import type { RawAnswer, RawCall } from "@embedded-super/workbench/content/Message"
import { contractOf, type Verdict, verdictOf } from "@embedded-super/workbench/content/verdictOf"
import { webhookVerdictOf } from "@embedded-super/workbench/content/webhookVerdictOf"
import { type KindName, kinds } from "@embedded-super/workbench/kinds/index"
import type { Detail, Kind } from "@embedded-super/workbench/kinds/Kind"
import { shortText } from "@embedded-super/workbench/store/shortText"
import * as Result from "effect/Result"
import type { Exchange } from "../../platform/timeline/TimelineReader.ts"

/** What was sent and received, masked, and what the contract says of it. */
export type Content = Pick<
  S.TimelineEntryDetail,
  "request" | "answer" | "curl" | "verdict" | "findings" | "docs_url" | "requirements"
>

const notChecked: Verdict = { verdict: "not_checked", findings: [] }

export const noContent: Content = {
  request: null,
  answer: null,
  curl: null,
  ...notChecked,
  docs_url: null,
  requirements: []
}

/** What the fund API calls the operations of funds. */
const fundOperations: Readonly<Record<string, string>> = {
  member_registration: "registerMember",
  employer_lookup: "lookUpEmployer",
  employer_details: "receiveEmployerDetails"
}

const contracts = {
  embed: contractOf(EmbedApi),
  fund: contractOf(FundApi),
  partner: contractOf(PartnerApi)
}

interface Call {
  readonly entry: S.TimelineEntry
  readonly call: RawCall
  readonly answer: RawAnswer | undefined
}

const verdictFor = ({ answer, call, entry }: Call): Verdict => {
  const operation = entry.detail["operation"]
  switch (entry.kind) {
    case "webhook_attempted":
      return webhookVerdictOf(call.request)
    case "call_received": {
      const contract = entry.path?.startsWith("/embed-api/") === true ? contracts.embed : contracts.partner
      return verdictOf({ contract, operation, call, answer })
    }
    case "fund_called":
      return verdictOf({
        contract: contracts.fund,
        operation: fundOperations[operation ?? ""],
        call,
        answer
      })
    default:
      return notChecked
  }
}

/** The sentences of the description that an entry's kind cites; none of an older version's data. Decisions have none. */
const requirementsFor = ({ detail, kind }: S.TimelineEntry): ReadonlyArray<S.TimelineRequirement> => {
  if (!Object.hasOwn(kinds, kind)) return []
  const { requirements: idsOf } = kinds[kind as KindName] as Kind<Detail>
  const ids = Result.getOrElse(
    Result.try(() => idsOf(detail)),
    () => []
  )
  return ids.flatMap((id) =>
    Object.hasOwn(requirements, id) ? [{ id, text: shortText(requirements[id as RequirementId].text) }] : []
  )
}

/** The content of an entry that the service noted itself. `origin` is the address of the called program. */
export const contentOf = (
  entry: S.TimelineEntry,
  exchange: Exchange | undefined,
  origin: string
): Content => {
  const { method, path, status } = entry
  const without = { ...noContent, requirements: requirementsFor(entry) }
  if (exchange === undefined || method === null || path === null) return without
  const { answer, isRaw, request } = exchange
  // What comes from the disk is masked already, and would break the contract for that alone.
  const shown = (message: Exchange["request"]): S.NullableTimelineMessage =>
    message === null ? null : ((isRaw ? maskedMessage(message) : message) as S.NullableTimelineMessage)
  const received = answer === null ? undefined : { ...answer, status }
  const call = request === null ? undefined : { method, url: `${origin}${path}`, request }
  const docsUrl = answer === null ? null : docsUrlOf(answer.body)
  return {
    ...without,
    ...(isRaw && call !== undefined ? verdictFor({ entry, call, answer: received }) : notChecked),
    request: shown(request),
    answer: shown(answer),
    curl: call === undefined ? null : (curlOf(call) as S.NullableLongText),
    docs_url: docsUrl === null ? null : shortText(docsUrl)
  }
}
