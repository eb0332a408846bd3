import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { FundApi } from "@embedded-super/contracts/fund-api"
import { PartnerApi } from "@embedded-super/contracts/partner-api"
import { type RequirementId, requirements } from "@embedded-super/contracts/requirements"
import type * as S from "@embedded-super/contracts/schemas"
import { type Content, contentOf, noContent, requirementsOf } from "@embedded-super/pages/content/contentOf"
import type { Contract } from "@embedded-super/pages/content/contentOf"
import { httpContract } from "@embedded-super/pages/content/contracts/httpContract"
import { webhooks } from "@embedded-super/pages/content/contracts/webhooks"
import { answerAuthor } from "../../platform/timeline/entryOfNote.ts"
import type { Exchange } from "../../platform/timeline/TimelineReader.ts"
import { kinds } from "@embedded-super/pages/kinds/index"
import type { Kind } from "@embedded-super/pages/kinds/Kind"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import * as Result from "effect/Result"

const embedApi = httpContract(EmbedApi)
const fundApi = httpContract(FundApi)
const partnerApi = httpContract(PartnerApi)

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
export const contentOfEntry = (
  entry: S.TimelineEntry,
  exchange: Exchange | undefined,
  { caFile, origin }: Called
): Content => {
  const operation = operationOf(entry)
  const cited = requirementsFor(entry, operation)
  const { detail, kind, method, path, status } = entry
  if (exchange === undefined || method === null || path === null) return { ...noContent, requirements: cited }
  const { answer, isRaw, request } = exchange
  // Uses only the target's query: the entry's path has no values that a caller may have typed.
  const query = /\?[^#]*/.exec(request?.target ?? "")?.[0] ?? ""
  const content = contentOf({
    ...{ method, url: `${origin}${path}${query}`, request, operation },
    answer: answer === null ? null : { ...answer, status },
    author: answerAuthor(kind, detail),
    contract: contractOf(entry),
    isMasked: !isRaw,
    curl: origin === "" ? null : { caFile }
  })
  return { ...content, requirements: cited }
}
