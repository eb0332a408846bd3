/**
 * The shown parts of an entry's call: both messages, masked; the command that repeats it; the contract's verdict; what the docs
 * say about it.
 */
import { operationSources, sourceTexts } from "@embedded-super/contracts/operation-sources"
import type * as S from "@embedded-super/contracts/schemas"
import * as Predicate from "effect/Predicate"
import type { ShortText, TimelineFinding } from "@embedded-super/contracts/schemas"
import type { ProblemIssue } from "@embedded-super/http-manners"
import { curlOf, type CurlOptions } from "./curlOf.ts"
import { parsed } from "./masking/maskedBody.ts"
import { type Author, namesOurError } from "./masking/problems.ts"
import { maskedMessage, type RawAnswer, type RawCall, type RawMessage } from "./Message.ts"

// The contract's verdict on a call: whether request and answer fit the schemas of their operation. Findings are made by
// `issuesOf` of http-manners, as the ones that callers get: they have a pointer and a code, and never a value.
//
// The trap: a message from the disk is masked, and would break the contract for that alone. Only one that is kept as it was sent
// can be judged.

/** A call, and the answer if one came. */
export interface Made {
  /** The operation's id, for example `createEmployer`; undefined finds it by method and path. */
  readonly operation: string | undefined
  readonly call: RawCall
  readonly answer: RawAnswer | undefined
}

/** A breach of the contract, and the message that it is in. */
export type Broken = Omit<ProblemIssue, "in"> & { readonly where: TimelineFinding["in"] }

/**
 * One document that calls are judged by. Each is a module of its own, so that a program holds only the contracts that its
 * calls have: the packed fund simulator has no partner API.
 */
export interface Contract {
  /** Undefined if no operation of it is called so: then nothing is checked. */
  readonly brokenBy: (made: Made) => ReadonlyArray<Broken> | undefined
  /** The operation that a body names, of a contract whose paths name none. */
  readonly operationIn?: (body: string | null) => string | undefined
}

export interface Verdict {
  readonly verdict: "fits" | "breaks" | "not_checked"
  readonly findings: ReadonlyArray<TimelineFinding>
}

const MOST = 100

const finding = ({ code, detail, pointer, where }: Broken): TimelineFinding => ({
  in: where,
  pointer: pointer as ShortText,
  code: code as ShortText,
  detail: detail as ShortText
})

/** Whether request and answer fit the contract. Without a contract or an operation nothing is checked. */
export const verdictOf = (contract: Contract | undefined, made: Made): Verdict => {
  const broken = contract?.brokenBy(made)?.slice(0, MOST)
  if (broken === undefined) return { verdict: "not_checked", findings: [] }
  return { verdict: broken.length === 0 ? "fits" : "breaks", findings: broken.map(finding) }
}

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
