/**
 * Headers that are in the specs, but in no endpoint's type: one place in the HTTP layer reads or writes them for every
 * answer, so that no handler can forget them. Lower case.
 */
export const setElsewhere: ReadonlySet<string> = new Set([
  "x-request-id",
  "if-none-match",
  "ratelimit-policy",
  "ratelimit",
  "idempotency-replayed",
  "allow",
  "www-authenticate",
  "deprecation",
  "sunset",
  "content-language"
])
