/**
 * What is shown of an entry's call: both messages, masked; the command that repeats it; the contract's verdict; what the docs
 * say about it.
 */
import { operationSources, sourceTexts } from "@embedded-super/contracts/operation-sources"
import type * as S from "@embedded-super/contracts/schemas"
import * as Predicate from "effect/Predicate"
import type { Contract } from "./contracts/Contract.ts"
import { curlOf, type CurlOptions } from "./curlOf.ts"
import { parsed } from "./masking/maskedBody.ts"
import { type Author, namesOurError } from "./masking/problems.ts"
import { maskedMessage } from "./maskedMessage.ts"
import type { RawAnswer, RawCall, RawMessage } from "./Message.ts"
import { verdictOf } from "./verdictOf.ts"

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

/** A call and its answer, as far as they are kept. */
interface Kept extends Pick<RawCall, "method" | "url"> {
  readonly request: RawMessage | null
  readonly answer: RawAnswer | null
  /** Who wrote the answer. */
  readonly author: Author
  readonly contract: Contract | undefined
  /** The operation's id; for a webhook, its event. */
  readonly operation: string | undefined
  /** Whether both are masked already: such ones would break the contract for that alone. */
  readonly isMasked?: boolean
  /** Null for an address that isn't known: the command couldn't be run. */
  readonly curl: Pick<CurlOptions, "caFile"> | null
}

export const contentOf = (kept: Kept): Content => {
  const { answer, author, contract, curl, isMasked = false, method, operation, request, url } = kept
  const call: RawCall = { method, url, request: request ?? { headers: {}, body: null } }
  const shown = (message: RawMessage | null, by: Author) => {
    if (message === null) return null
    const { body, headers } = isMasked ? message : maskedMessage(message, by, request)
    return { headers, body } as S.TimelineMessageOrNull
  }
  return {
    ...noContent,
    request: shown(request, "another"),
    answer: shown(answer, author),
    curl:
      request === null || curl === null
        ? null
        : (curlOf(call, { ...curl, signsAnew: true }) as S.LongTextOrNull),
    ...(isMasked || request === null
      ? {}
      : verdictOf(contract, { operation, call, answer: answer ?? undefined })),
    docs_url: docsUrlOf(answer?.body ?? null),
    requirements: operation === undefined ? [] : requirementsOf(operation)
  }
}

/** Where the service serves the docs' page of its errors. */
const ERRORS = "/docs/errors/"

/** The entry of the docs that explains the problem in an answer's body; null if it isn't one of ours. */
export const docsUrlOf = (body: string | null): S.ShortText | null => {
  const problem = body === null ? undefined : parsed(body)
  if (!namesOurError(problem) || !Predicate.isObject(problem)) return null
  const code = problem["code"]
  return Predicate.isString(code) && /^[a-z][a-z0-9_]{0,63}$/.test(code)
    ? (`${ERRORS}#${code}` as S.ShortText)
    : null
}

const LONGEST = 500

/** The sentences of the description that an operation, by its id, or an event of a webhook comes from. */
export const requirementsOf = (operation: string): ReadonlyArray<S.TimelineRequirement> =>
  (Object.hasOwn(operationSources, operation) ? (operationSources[operation] ?? []) : []).flatMap((id) => {
    const text = sourceTexts[id]
    return text === undefined ? [] : [{ id, text: text.slice(0, LONGEST) as S.ShortText }]
  })
