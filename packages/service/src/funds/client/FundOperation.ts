import {
  EmployerLookupRequest,
  EmployerLookupResponse,
  type FundProfile,
  type FundUrl,
  MemberNumber,
  MemberRegistrationRequest,
  MemberRegistrationResponse,
  type ProductId
} from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import type * as Result from "effect/Result"
import type { StoredFund } from "../FundsRepo.ts"
import type { FundCredential } from "./AuthFlow.ts"
import type { Pass } from "./gate/FundGatesRepo.ts"

/** An operation that funds expose: its address, request, answer and time limit. */
export interface FundOperation<Request, Answer> {
  readonly name: string
  /** Returns undefined if the fund doesn't offer the operation. */
  readonly url: (profile: FundProfile) => FundUrl | undefined
  readonly request: Schema.Codec<Request, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /** The answer that a 2xx without a usable body means; undefined if the body matters. */
  readonly noContent?: Answer
  /** Why an answer of the right shape can't be used, in words without its values; undefined if it can. */
  readonly mistakeIn?: (answer: Answer) => string | undefined
  /** From the first attempt to connect to the end of the answer. */
  readonly timeout: (profile: FundProfile) => Duration.Duration
}

/** The time limit of a call whose profile sets none. */
export const CALL_TIMEOUT = Duration.seconds(30)

const isMemberNumber = Schema.is(MemberNumber)

/** POST /v1/member_registration. */
export const memberRegistration: FundOperation<MemberRegistrationRequest, MemberRegistrationResponse> = {
  name: "member_registration",
  url: ({ operations }) => operations.member_registration?.url,
  request: MemberRegistrationRequest,
  answer: MemberRegistrationResponse,
  mistakeIn: ({ member_details }) =>
    isMemberNumber(member_details.member_number.trim())
      ? undefined
      : "member_details.member_number is a placeholder, or hasn't 1 to 64 printable characters.",
  timeout: ({ limits }) =>
    limits?.registration_timeout_seconds === undefined
      ? CALL_TIMEOUT
      : Duration.seconds(limits.registration_timeout_seconds)
}

/** The time limit of one lookup: an employer is waiting at the embed (D-employer-lookup). */
export const LOOKUP_BUDGET = Duration.millis(2500)

/** POST to a path that the fund chooses; `/v1/employer_lookup` is the suggested pattern. */
export const employerLookup: FundOperation<EmployerLookupRequest, EmployerLookupResponse> = {
  name: "employer_lookup",
  url: ({ operations: { employer_lookup } }) =>
    employer_lookup?.source === "live" ? employer_lookup.url : undefined,
  request: EmployerLookupRequest,
  answer: EmployerLookupResponse,
  timeout: () => LOOKUP_BUDGET
}

/** One call of one operation. */
export interface FundCall<Request> {
  /** The partner's product for which the fund is called. */
  readonly productId: ProductId
  readonly fund: StoredFund
  readonly request: Request
  /** Identifies this one call; each retry has its own. */
  readonly requestId: string
  /** The same for every retry; undefined for operations that change nothing. */
  readonly idempotencyKey?: string
  /** From `FundClient.admit`. */
  readonly admitted: Admitted
}

/** The right to make one call now, with these credentials. Its owner makes the call, or returns the right. */
export interface Admitted {
  readonly credential: FundCredential
  readonly pass: Pass
}

/** Why a call may not be made now. */
export type NotAdmitted =
  /** The fund is held for another `forMillis`; ask again after that. */
  | { readonly because: "held"; readonly forMillis: number }
  /**
   * The fund is at its concurrency limit, or a probe runs. The end of a call frees a slot; `forMillis` is the minimum
   * wait.
   */
  | { readonly because: "busy"; readonly forMillis: number }
  /** There are no credentials that the fund hasn't refused. */
  | { readonly because: "credentials" }

export type Admission = Result.Result<Admitted, NotAdmitted>
