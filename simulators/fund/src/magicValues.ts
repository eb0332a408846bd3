/**
 * Values in a request that trigger a special answer of the fund (documented in the simulator API). A `+value` in a
 * table below is placed before the `@` of the e-mail address, in the second line of the address, or at the end of the
 * family name, which can't hold digits.
 */
import type { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"

/** The effect of a magic value on a registration. */
export type MagicAnswer =
  /** Answers with the status every time; nothing is registered. */
  | { readonly does: "refuse"; readonly status: 400 | 401 | 403 | 500 | 503 }
  /** Answers 400 every time, with this finding; nothing is registered. */
  | { readonly does: "find"; readonly pointer: string; readonly code: string }
  /** Answers with the status that many times for one person, then registers the person. */
  | {
      readonly does: "refuse_first"
      readonly status: 400 | 429 | 503
      readonly times: number
      readonly retryAfter: number
    }
  /** Registers after that many seconds. */
  | { readonly does: "delay"; readonly seconds: number }
  /** Answers as for an existing member. */
  | { readonly does: "know_already" }
  /** Answers 201 with a body that breaks the contract; nothing is registered. */
  | { readonly does: "spoil"; readonly body: string }

type Row = readonly [pattern: RegExp, answer: (found: string) => MagicAnswer]

const registrations: ReadonlyArray<Row> = [
  [/^400$/, () => ({ does: "refuse", status: 400 })],
  [
    /^400x(\d{1,3})$/,
    (times) => ({ does: "refuse_first", status: 400, times: Number(times), retryAfter: 0 })
  ],
  [/^400-(duplicate|age|eligibility)$/, (code) => ({ does: "find", pointer: "#", code })],
  [
    /^400-([a-z][a-z0-9_]{1,40})$/,
    (field) => ({ does: "find", pointer: `#/${field}`, code: "not_accepted" })
  ],
  [/^401$/, () => ({ does: "refuse", status: 401 })],
  [/^403$/, () => ({ does: "refuse", status: 403 })],
  [/^500$/, () => ({ does: "refuse", status: 500 })],
  [/^503$/, () => ({ does: "refuse", status: 503 })],
  [
    /^429-(\d{1,5})$/,
    (seconds) => ({ does: "refuse_first", status: 429, times: 1, retryAfter: Number(seconds) })
  ],
  [
    /^503x(\d{1,3})$/,
    (times) => ({ does: "refuse_first", status: 503, times: Number(times), retryAfter: 0 })
  ],
  [/^slow(\d{1,3})$/, (seconds) => ({ does: "delay", seconds: Number(seconds) })],
  [/^existing$/, () => ({ does: "know_already" })],
  [/^malformed$/, () => ({ does: "spoil", body: `{"member_details": {"member_number": "00` })],
  [/^nonumber$/, () => ({ does: "spoil", body: `{"member_details": {}}` })]
]

const magicOf = (text: string): MagicAnswer | undefined => {
  for (const word of text.split("+").slice(1)) {
    for (const [pattern, answer] of registrations) {
      const found = pattern.exec(word)
      if (found !== null) return answer(found[1] ?? "")
    }
  }
  return undefined
}

/** The effect that a profile requests by a magic value; undefined if it holds none. */
export const magicAnswerTo = ({
  address_line_2,
  email,
  family_name
}: Pick<MemberRegistrationRequest, "address_line_2" | "email" | "family_name">): MagicAnswer | undefined =>
  magicOf(email?.slice(0, email.lastIndexOf("@")) ?? "") ??
  magicOf(family_name) ??
  magicOf(address_line_2 ?? "")

/**
 * The employers of the lookup's magic values; a fund profile names them for tests. The one that matches has digits that can be
 * put in another order: of one such as 80000000001 no other order is a valid ABN.
 */
export const lookupAbns = {
  matching_abn: "63504085610",
  unknown_abn: "42000000003",
  former_employer_abn: "18123456789",
  rate_limited_abn: "82000000010",
  failing_abn: "89000000019"
} as const

/** The e-mail addresses of registrations that get an answer on purpose; a fund profile names them for tests. */
export const registrationEmails = {
  rate_limited_email: "fund-check+429-1@example.com",
  failing_email: "fund-check+503@example.com"
} as const
