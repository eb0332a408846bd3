import type { ShortText, TimelineEntry } from "@embedded-super/contracts/schemas"
import { html, type Html, masked, withoutNumbers } from "@embedded-super/simulator-kit"

/** The remedy for each finding code. */
const byCode: Readonly<Record<string, string>> = {
  required: "send this field",
  unknown_property: "leave this field out, or spell it as the Fund API does",
  not_accepted: "leave this field out: the fund's profile doesn't take it",
  not_allowed: "send a value that this fund takes",
  invalid_format: "write it in the form that the Fund API shows",
  invalid_checksum: "check the digits: the checksum is wrong",
  wrong_type: "send the type that the Fund API shows",
  too_long: "make it shorter",
  too_short: "make it longer"
}

/** The remedy for calls refused with a status, if no finding has one. */
const byStatus: Readonly<Record<number, string>> = {
  400: "Send a well-formed JSON object as the Fund API describes it. The service doesn't retry after 400.",
  401: "Correct the credentials as the sentence above says. The service doesn't call again until they are changed.",
  403: "This caller may not do this here. The service doesn't call again until its credentials are changed.",
  404: "Call an address of this fund's profile, with the version in the path.",
  405: "Call it by POST.",
  413: "Send a smaller body.",
  415: "Send Content-Type: application/json, in UTF-8.",
  429: "Wait as many seconds as Retry-After says, and call again.",
  500: "Nothing is wrong with the call. Repeat it with exponential back-off, up to 3 times.",
  503: "Nothing is wrong with the call. Repeat it with exponential back-off, up to 3 times."
}

/** The faults of a call, place by place, with their remedies. */
const adviceFor = ({ detail, status }: TimelineEntry): ReadonlyArray<string> => {
  const findings = (detail["errors"] ?? "")
    .split(", ")
    .filter((finding) => finding !== "")
    .map((finding) => {
      const [, pointer = "", code = ""] = /^(?:\S+ )?(#\S*) (\S+)$/.exec(finding) ?? []
      return `${pointer}: ${byCode[code] ?? "send a value that the Fund API allows"} (${code}).`
    })
  if (findings.length > 0) return findings
  return status !== null && status >= 400 ? [byStatus[status] ?? "See the Fund API."] : []
}

/** The page's filter for calls. */
export interface Filter {
  readonly show: "all" | "refused" | "answered"
  /** A part of the path; empty matches any. */
  readonly path: string
}

export const filterIn = (query: URLSearchParams): Filter => {
  const show = query.get("show")
  return {
    show: show === "refused" || show === "answered" ? show : "all",
    path: (query.get("path") ?? "").slice(0, 80)
  }
}

const isRefused = ({ kind, status }: TimelineEntry): boolean =>
  (status !== null && status >= 400) || kind === "fault_played" || kind === "sftp_failed"

export const isShown =
  ({ path, show }: Filter) =>
  (entry: TimelineEntry): boolean =>
    (show === "all" || (entry.method !== null && isRefused(entry) === (show === "refused"))) &&
    (path === "" || (entry.path ?? "").includes(path))

const verdictOf = ({ kind, method, status }: TimelineEntry): Html => {
  if (kind === "fault_played")
    return html`<span class="verdict odd">${status ?? "no answer"}, on purpose</span>`
  // The request itself succeeded; the SFTP exchange that it reports failed.
  if (kind === "sftp_failed") return html`<span class="verdict bad">not done</span>`
  if (method === null) return html`<span class="verdict">note</span>`
  return (status ?? 0) >= 400
    ? html`<span class="verdict bad">${status ?? ""} refused</span>`
    : html`<span class="verdict good">${status ?? ""} answered</span>`
}

const row = (name: string, value: string | undefined): Html | undefined =>
  value === undefined || value === ""
    ? undefined
    : html`<dt>${name}</dt>
        <dd>${value}</dd>`

/** One log entry: a summary line, which opens to the request, the verdict and the remedy. */
const callOf = (entry: TimelineEntry): Html => {
  const { code, errors: _, fields, headers, ...detail } = entry.detail
  const advice = adviceFor(entry)
  return html`<li>
    <details>
      <summary>
        <span><time datetime="${entry.at}">${entry.at.slice(11, 19)}</time></span>
        <span>${verdictOf(entry)}</span
        ><span class="path"><code>${entry.method ?? ""} ${entry.path ?? ""}</code></span>
        <span class="what">${entry.summary}</span>
      </summary>
      <div>
        <dl>
          ${row("Headers", headers)}${row("Fields", fields)}${row("Code", code)}${Object.entries(detail).flatMap(([name, value]) => row(name, maskedNumber(name, value)) ?? [])}${row("Took", entry.duration_ms === null ? undefined : `${entry.duration_ms} ms`)}${row("X-Request-Id", entry.request_id ?? undefined)}${row("Number in the log", String(entry.seq))}
        </dl>
        ${
          advice.length === 0
            ? undefined
            : html`<p><strong>How to correct it</strong></p>
                <ul>
                  ${advice.map((text) => html`<li>${text}</li>`)}
                </ul>`
        }
      </div>
    </details>
  </li>`
}

const maskedNumber = (name: string, value: string): string => (name === "abn" ? masked(value) : value)

/** Log entries as list items, newest first. */
export const callsOf = (entries: ReadonlyArray<TimelineEntry>): ReadonlyArray<Html> =>
  entries
    .toReversed()
    .map((entry) => callOf({ ...entry, summary: withoutNumbers(entry.summary) as ShortText }))
