/**
 * Values in a request that make the fund answer as no plain request would (documented in the simulator API). What is
 * `+value` in a table below stands before the `@` of the e-mail address, in the second line of the address, or at the end of
 * the family name, which can't hold digits.
 */
import type { MemberRegistrationRequest } from "@embedded-super/contracts/schemas"

/** What a magic value does to a registration. */
export type MagicAnswer =
  /** Answered with the status, every time; nothing is registered. */
  | { readonly does: "refuse"; readonly status: 400 | 401 | 403 | 500 | 503 }
  /** Answered with the status so many times for one person; then registered. */
  | {
      readonly does: "refuse_first"
      readonly status: 400 | 429 | 503
      readonly times: number
      readonly retryAfter: number
    }
  /** Registered after so many seconds. */
  | { readonly does: "delay"; readonly seconds: number }
  /** Answered as a member of long standing is. */
  | { readonly does: "know_already" }
  /** Answered 201, with a body that breaks the contract; nothing is registered. */
  | { readonly does: "spoil"; readonly body: string }

type Row = readonly [pattern: RegExp, answer: (number: number) => MagicAnswer]

const registrations: ReadonlyArray<Row> = [
  [/^400$/, () => ({ does: "refuse", status: 400 })],
  [/^400x(\d{1,3})$/, (times) => ({ does: "refuse_first", status: 400, times, retryAfter: 0 })],
  [/^401$/, () => ({ does: "refuse", status: 401 })],
  [/^403$/, () => ({ does: "refuse", status: 403 })],
  [/^500$/, () => ({ does: "refuse", status: 500 })],
  [/^503$/, () => ({ does: "refuse", status: 503 })],
  [/^429-(\d{1,5})$/, (seconds) => ({ does: "refuse_first", status: 429, times: 1, retryAfter: seconds })],
  [/^503x(\d{1,3})$/, (times) => ({ does: "refuse_first", status: 503, times, retryAfter: 0 })],
  [/^slow(\d{1,3})$/, (seconds) => ({ does: "delay", seconds })],
  [/^existing$/, () => ({ does: "know_already" })],
  [/^malformed$/, () => ({ does: "spoil", body: `{"member_details": {"member_number": "00` })],
  [/^nonumber$/, () => ({ does: "spoil", body: `{"member_details": {}}` })]
]

const magicOf = (text: string): MagicAnswer | undefined => {
  for (const word of text.split("+").slice(1)) {
    for (const [pattern, answer] of registrations) {
      const found = pattern.exec(word)
      if (found !== null) return answer(Number(found[1]))
    }
  }
  return undefined
}

/** What a profile asks for by a magic value; undefined for everybody else. */
export const magicAnswerTo = ({
  address_line_2,
  email,
  family_name
}: Pick<MemberRegistrationRequest, "address_line_2" | "email" | "family_name">): MagicAnswer | undefined =>
  magicOf(email?.slice(0, email.lastIndexOf("@")) ?? "") ??
  magicOf(family_name) ??
  magicOf(address_line_2 ?? "")

/** The employers of the lookup's magic values, as a fund profile names them for tests. */
export const lookupAbns = {
  matching_abn: "80000000001",
  unknown_abn: "42000000003",
  rate_limited_abn: "82000000010",
  failing_abn: "89000000019"
} as const
