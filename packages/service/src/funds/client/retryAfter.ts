const SECONDS = /^\d{1,10}(\.\d{1,3})?$/
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The seconds that a Retry-After header asks to wait: a number of them, or an HTTP date, rounded up so that nothing is
 * ever too early. Null if there is none that can be read. `now` is milliseconds since 1970.
 */
export const retryAfterSeconds = (header: string | null, now: number): number | null => {
  const text = header?.trim() ?? ""
  if (SECONDS.test(text)) return Math.ceil(Number(text))
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000))
}
