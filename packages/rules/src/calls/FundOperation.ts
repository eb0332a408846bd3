import {
  EmployerDetailsRequest,
  EmployerDetailsResponse,
  EmployerLookupRequest,
  EmployerLookupResponse,
  type FundProfile,
  type FundUrl,
  MemberNumber,
  MemberRegistrationRequest,
  MemberRegistrationResponse
} from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

const isDigit = (char: string): boolean => /\p{Nd}/u.test(char)

/** The value of a decimal digit of any script: Unicode has them in rows of ten, from 0 on. */
const valueOf = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (isDigit(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}

/**
 * Whether a text holds a number of digits, in whatever script and form, and whatever stands between them: `123 456 782`,
 * `1x2x3…`, `１２３…`. There is no longest gap: nine given digits follow one another by chance once in 10^9 places of a text,
 * so one would only let a number pass.
 */
export const holdsNumber = (text: string, digits: string): boolean =>
  text
    .normalize("NFKC")
    .replaceAll(/\P{Nd}+/gu, "")
    .replaceAll(/[^0-9]/gu, valueOf)
    .includes(digits)

/** An operation that funds expose: its address, request, answer and time limit. */
export interface FundOperation<Request, Answer> {
  readonly name: string
  /** Returns undefined if the fund doesn't offer the operation. */
  readonly url: (profile: FundProfile) => FundUrl | undefined
  readonly request: Schema.Codec<Request, unknown>
  readonly answer: Schema.Codec<Answer, unknown>
  /** The answer that a 2xx without a usable body means; undefined if the body matters. */
  readonly noContent?: Answer
  /**
   * Why an answer of the right shape can't be used, in words without its values; undefined if it can. `tfn` is the tax
   * file number that was sent.
   */
  readonly mistakeIn?: (answer: Answer, tfn: string | undefined) => string | undefined
  /** The answer without the parts that hold the tax file number that was sent: they are never kept or shown. */
  readonly withoutTfn?: (answer: Answer, tfn: string) => Answer
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
  mistakeIn: ({ member_details: { member_number } }, tfn) => {
    if (!isMemberNumber(member_number.trim()))
      return "member_details.member_number is a placeholder, or hasn't 1 to 64 printable characters."
    return tfn !== undefined && holdsNumber(member_number, tfn)
      ? "member_details.member_number holds the tax file number."
      : undefined
  },
  withoutTfn: (answer, tfn) => ({
    ...answer,
    member_details: {
      ...Object.fromEntries(
        Object.entries(answer.member_details).filter(
          ([name, value]) =>
            !holdsNumber(`${name} ${typeof value === "string" ? value : JSON.stringify(value)}`, tfn)
        )
      ),
      member_number: answer.member_details.member_number
    }
  }),
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

/** POST to a URL of its own, separate from the lookup's. */
export const employerDetails: FundOperation<EmployerDetailsRequest, EmployerDetailsResponse> = {
  name: "employer_details",
  url: ({ operations: { employer_details } }) =>
    employer_details?.delivery === "api" ? employer_details.url : undefined,
  request: EmployerDetailsRequest,
  answer: EmployerDetailsResponse,
  noContent: {},
  timeout: () => CALL_TIMEOUT
}

/** For name resolution, connection and TLS together. */
export const CONNECT_TIMEOUT = Duration.seconds(3)

/** The time limit of a fund's token endpoint, in milliseconds. */
export const TOKEN_TIMEOUT = 10_000

/** The headers of every request to a fund, also to its token endpoint. */
export const COMMON = { accept: "application/json", "user-agent": "Embedded-Super-Funds/1" }

/** The headers of a call, without its authentication. Operations that change nothing have no Idempotency-Key. */
export const callHeaders = (
  requestId: string,
  idempotencyKey: string | undefined
): Readonly<Record<string, string>> => ({
  ...COMMON,
  "content-type": "application/json",
  "x-request-id": requestId,
  ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
})
