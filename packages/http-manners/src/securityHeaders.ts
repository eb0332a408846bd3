/** On every answer: what a browser must not guess. */
export const everywhere: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff"
}

/**
 * On answers of an API: nothing is cached (they hold personal data), shown in a frame, or given to another site's page.
 * No `access-control-*` header is ever sent: browsers of other origins are kept out by its absence.
 */
export const onApiAnswers: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer"
}
