/** A rule for the statuses `from` to `to`. */
interface StatusRange {
  readonly from: number
  readonly to: number
}

/** The first rule that contains the status of an answer; undefined if none does, or if there was no answer. */
export const ruleOf = <Rule extends StatusRange>(
  rules: ReadonlyArray<Rule>,
  status: number | null
): Rule | undefined =>
  status === null ? undefined : rules.find(({ from, to }) => status >= from && status <= to)

const SECONDS = /^\d{1,15}(\.\d{1,9})?$/
const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** The longest wait that a database column and a `Date` can represent, in milliseconds: some 220,000 years. */
const LONGEST = 7e15

const dateIn = (text: string): number => {
  if (IMF_DATE.test(text) || RFC_850_DATE.test(text)) return Date.parse(text)
  // asctime has no zone; in HTTP it is always UTC.
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}

/**
 * The wait in milliseconds that a Retry-After header requests: seconds, with or without a fraction, or one of the three
 * HTTP dates of RFC 9110. A date in the past is 0. Null if the header is missing, negative or unreadable. `now` is
 * milliseconds since 1970.
 */
export const retryAfterMillis = (header: string | null, now: number): number | null => {
  const text = header?.trim() ?? ""
  if (SECONDS.test(text)) return Math.min(LONGEST, Math.ceil(Number(text) * 1000))
  const date = dateIn(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
