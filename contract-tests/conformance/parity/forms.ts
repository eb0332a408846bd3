/** The form of a text, without its value: two callers that do the same send the same forms. */

/** The first form that fits names a text. */
const forms: ReadonlyArray<readonly [name: string, form: RegExp]> = [
  ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/],
  ["moment", /^\d{4}-\d\d-\d\dT[\d:.]+Z$/],
  ["day", /^\d{4}-\d\d-\d\d$/],
  ["host", /^127\.0\.0\.1:\d+$/],
  ["digits", /^\d+$/]
]

/** Headers whose values say what the caller does, and not for whom. */
const fixed: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-type",
  "transfer-encoding",
  "user-agent"
])

export const formOf = (text: string): string => forms.find(([, form]) => form.test(text))?.[0] ?? "text"

export const isFixed = (header: string): boolean => fixed.has(header)
