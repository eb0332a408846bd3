import { type FundAnswer, MEMBER } from "./fundServer.ts"

export const registered: FundAnswer = { status: 201, body: MEMBER }

const after = (seconds: number): FundAnswer => ({ status: 429, headers: { "retry-after": String(seconds) } })

/** A row of section 7, or of the retry rules' additions to it: a fund's answers, and its calls after them. */
export interface Section7Row {
  /** Ends with the requirements that it proves, in brackets. */
  readonly title: string
  /** In order; the last one repeats. */
  readonly answers: ReadonlyArray<FundAnswer>
  /** Seconds before each further call. */
  readonly waits: ReadonlyArray<number>
  readonly ends: { readonly state: "done" | "stopped"; readonly because: string }
  /** The partner gets no final outcome. */
  readonly waitsOn?: true
  readonly idempotency?: "honoured"
}

/** Section 7 at member registration, except 401 and 403, which only an operator's action ends. */
export const section7: ReadonlyArray<Section7Row> = [
  {
    title: "201: registered",
    answers: [registered],
    waits: [],
    ends: { state: "done", because: "accepted" }
  },
  {
    title: "400: no retry [R-4.2-7, R-7-2]",
    answers: [400],
    waits: [],
    ends: { state: "stopped", because: "refused" }
  },
  {
    title: "429: retried after the seconds of Retry-After [R-7-6, R-8-2]",
    answers: [after(30), registered],
    waits: [30],
    ends: { state: "done", because: "accepted" }
  },
  {
    title: "429 as often as the fund likes: each costs time only [R-7-6, R-8-2]",
    answers: [after(5), after(5), after(5), after(5), after(5), registered],
    waits: [5, 5, 5, 5, 5],
    ends: { state: "done", because: "accepted" }
  },
  {
    title: "429 with more than a day: retried when it is over [R-7-6, R-8-2]",
    answers: [after(90_000), registered],
    waits: [90_000],
    ends: { state: "done", because: "accepted" }
  },
  {
    title: "5xx: up to 3 retries, with exponential back-off [R-7-8, R-7-9, R-8-1]",
    answers: [500, 503, 507, 599],
    waits: [2.5, 25, 250],
    ends: { state: "stopped", because: "server_error" }
  },
  {
    title: "502 and 504, where the fund honours the key: retried as any 5xx",
    answers: [502, 504, 502, 504],
    waits: [2.5, 25, 250],
    ends: { state: "stopped", because: "server_error" },
    idempotency: "honoured"
  },
  {
    title: "502, where the fund ignores the key: a lost answer, stopped for an operator",
    answers: [502],
    waits: [],
    ends: { state: "stopped", because: "unknown" },
    waitsOn: true
  },
  {
    title: "504, where the fund ignores the key: a lost answer, stopped for an operator",
    answers: [504],
    waits: [],
    ends: { state: "stopped", because: "unknown" },
    waitsOn: true
  },
  {
    title: "5xx that passes: registered by the retry",
    answers: [503, 503, registered],
    waits: [2.5, 25],
    ends: { state: "done", because: "accepted" }
  },
  {
    title: "5xx and 429 are counted apart",
    answers: [500, after(5), 500, after(5), 500, after(5), registered],
    waits: [2.5, 5, 25, 5, 250, 5],
    ends: { state: "done", because: "accepted" }
  },
  {
    title: "a lost answer, where the fund honours the key: retried as a 5xx",
    answers: ["reset", registered],
    waits: [2.5],
    ends: { state: "done", because: "accepted" },
    idempotency: "honoured"
  },
  {
    title: "a lost answer, where the fund ignores the key: stopped, for an operator",
    answers: ["reset"],
    waits: [],
    ends: { state: "stopped", because: "unknown" },
    waitsOn: true
  },
  {
    title: "a placeholder instead of a member number: the member exists, no retry",
    answers: [{ status: 201, body: { member_details: { member_number: "Pending" } } }],
    waits: [],
    ends: { state: "stopped", because: "unreadable" }
  }
]

/** Prints the observed results beside the rules. */
export const printSeen = (
  title: string,
  head: ReadonlyArray<string>,
  seen: ReadonlyArray<ReadonlyArray<string | number>>
): void => {
  const lines = [head, ...seen.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
  process.stdout.write(`\n${title}\n${table.join("\n")}\n\n`)
}
