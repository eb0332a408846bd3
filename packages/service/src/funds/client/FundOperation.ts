import {
  EmployerLookupRequest,
  EmployerLookupResponse,
  MemberNumber,
  MemberRegistrationRequest,
  MemberRegistrationResponse
} from "@embedded-super/contracts/schemas"
import type { FundProfile, FundUrl } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

/** An operation that funds expose: where it is, what is sent and answered, how long it may take. */
export interface FundOperation<Request, Answer> {
  readonly name: string
  /** Undefined where the fund doesn't offer it. */
  readonly url: (profile: FundProfile) => FundUrl | undefined
  readonly request: Schema.Codec<Request, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /** What a 2xx without a usable body stands for; undefined where the body matters. */
  readonly noContent?: Answer
  /** Why an answer of the right shape can't be used, in words without its values; undefined if it can. */
  readonly mistakeIn?: (answer: Answer) => string | undefined
  /** From the first attempt to connect to the end of the answer. */
  readonly timeout: (profile: FundProfile) => Duration.Duration
}

/** How long one call may take whose profile names no time of its own. */
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

/** The longest that one lookup takes: an employer is looking at the embed meanwhile (D-employer-lookup). */
export const LOOKUP_BUDGET = Duration.millis(2500)

/** POST to a path of the fund's choosing; `/v1/employer_lookup` is the suggested pattern. */
export const employerLookup: FundOperation<EmployerLookupRequest, EmployerLookupResponse> = {
  name: "employer_lookup",
  url: ({ operations: { employer_lookup } }) =>
    employer_lookup?.source === "live" ? employer_lookup.url : undefined,
  request: EmployerLookupRequest,
  answer: EmployerLookupResponse,
  timeout: () => LOOKUP_BUDGET
}
