import { MemberRegistrationRequest, MemberRegistrationResponse } from "@embedded-super/contracts/schemas"
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
