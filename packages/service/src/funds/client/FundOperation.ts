import {
  EmployerLookupRequest,
  EmployerLookupResponse,
  MemberRegistrationRequest,
  MemberRegistrationResponse
} from "@embedded-super/contracts/schemas"
import type { FundProfile, FundUrl } from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import type * as Schema from "effect/Schema"

/** An operation that funds expose (description 4.2): where it is, what is sent and answered, how long it may take. */
export interface FundOperation<Request, Answer> {
  readonly name: string
  /** Undefined where the fund doesn't offer it. */
  readonly url: (profile: FundProfile) => FundUrl | undefined
  readonly request: Schema.Codec<Request, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /** What a 204 stands for; undefined where the contract wants a body. */
  readonly noContent?: Answer
  /** From the first attempt to connect to the end of the answer. */
  readonly timeout: (profile: FundProfile) => Duration.Duration
}

/** POST /v1/member_registration. */
export const memberRegistration: FundOperation<MemberRegistrationRequest, MemberRegistrationResponse> = {
  name: "member_registration",
  url: ({ operations }) => operations.member_registration?.url,
  request: MemberRegistrationRequest,
  answer: MemberRegistrationResponse,
  timeout: ({ limits }) => Duration.seconds(limits?.registration_timeout_seconds ?? 30)
}

/** The longest that one lookup takes: an employer is looking at the embed meanwhile (settled 34). */
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
