/** Headers of every answer: they disable content sniffing by browsers. */
export const everywhere: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff"
}

/**
 * Headers of API answers: no caching (they hold personal data), no framing, no embedding by other sites. No
 * `access-control-*` header is ever sent: its absence blocks browsers of other origins.
 */
export const onApiAnswers: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer"
}
