/** Made-up data in the types of the Workbench API: a fund that fails twice, a webhook that is refused, a lost answer. */
import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import type { Frame } from "../../src/pages/index.ts"

const NOW = "2026-11-21T03:07:12.000Z"

const workbench = Schema.decodeUnknownSync(S.Workbench)

const service = {
  source: "service",
  name: "Embedded Super",
  slug: null,
  url: "http://localhost:4000",
  is_up: true,
  detail: null
}
const banksia = {
  source: "fund",
  name: "Banksia Super",
  slug: "banksia",
  url: "https://127.0.0.1:4010",
  is_up: true,
  detail: null
}
const partner = {
  source: "partner",
  name: "Wattle Payroll",
  slug: null,
  url: "http://localhost:4020",
  is_up: true,
  detail: null
}

export const frame: Frame = {
  name: "Embedded Super",
  paths: {
    timeLine: "/",
    rows: "/_workbench/pages/rows",
    entries: "/_workbench/pages/entries",
    things: "/_workbench/pages/things",
    levers: "/_workbench/pages/levers",
    checks: "/_workbench/pages/checks",
    scenes: "/_workbench/pages/levers",
    files: "/_workbench/pages",
    stream: "/_workbench/stream"
  },
  places: [
    { path: "/", name: "Time line" },
    { path: "/_workbench/pages/state", name: "State" },
    { path: "/_workbench/pages/waiting", name: "Waiting" },
    { path: "/_workbench/pages/levers", name: "Levers" },
    { path: "/_workbench/pages/checks", name: "Checks" }
  ],
  workbench: workbench({ now: NOW, ahead_seconds: 0, sources: [service, banksia, partner] }),
  start: { text: "Wattle Payroll", url: "/wattle" },
  docs: "/docs",
  zone: "UTC"
}

/** The same a few days ahead, with a fund that doesn't answer. */
export const frameDown: Frame = {
  ...frame,
  workbench: workbench({
    now: NOW,
    ahead_seconds: 432_000,
    sources: [
      service,
      { ...banksia, is_up: false, detail: "It doesn't answer. Start it again: pnpm fund-sim." },
      partner
    ]
  })
}

/** A fund's simulator, which shows itself alone. */
export const fundFrame: Frame = {
  name: "Banksia Super, simulated",
  paths: {
    timeLine: "/simulator",
    rows: "/_simulator/inspector/rows",
    entries: "/_simulator/inspector/entries",
    files: "/_workbench/pages"
  },
  places: [{ path: "/simulator", name: "Time line" }],
  workbench: workbench({ now: NOW, ahead_seconds: 0, sources: [banksia] }),
  others: { "Embedded Super": "service" },
  zone: "UTC"
}

const SESSION = "01a1fb67-1800-7000-8000-0000000000e1"
const EMPLOYER = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"
export const session = { kind: "onboarding_session", id: SESSION }
const fund = { kind: "fund", id: "banksia" }
const event = { kind: "event", id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W" }
const employer = { kind: "employer", id: EMPLOYER }

const entry = Schema.decodeUnknownSync(S.TimelineEntry)

const begun = Date.parse("2026-11-21T03:05:31.000Z")
let position = 0

/** The service's entry of a call that the fund noted, too. */
const REGISTERED = 500

const spanOf = (seq: number): string => seq.toString(16).padStart(16, "0")

/** One entry, so many milliseconds after the first. */
export const noted = (
  after: number,
  outcome: S.TimelineOutcome,
  summary: string,
  more: Readonly<Record<string, unknown>> = {}
): S.TimelineEntry => {
  position += 1
  const seq = (more["seq"] as number | undefined) ?? position
  return entry({
    seq,
    source: "service",
    at: new Date(begun + after).toISOString(),
    began_us: (begun + after) * 1000,
    kind: "noted",
    outcome,
    summary,
    from: "Embedded Super",
    to: null,
    method: null,
    path: null,
    status: null,
    duration_ms: null,
    request_id: null,
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
    span_id: spanOf(seq),
    parent_id: null,
    about: [session],
    detail: {},
    ...more
  })
}

const call = (method: string, path: string, status: number | null, duration_ms: number) => ({
  method,
  path,
  status,
  duration_ms
})
const toFund = { to: "Banksia Super", kind: "fund_called", about: [session, fund] }
const register = (status: number | null, duration: number) =>
  call("POST", "/v1/member_registration", status, duration)

/** The oldest first, with the depth in the story and the reason of the gap before it. */
const steps: ReadonlyArray<readonly [S.TimelineEntry, depth: number, gap: string | null]> = [
  [
    noted(-60_000, "changed", "A lever was pulled: Banksia Super answers 503 to its next 2 calls.", {
      kind: "lever_pulled",
      from: null,
      about: [fund]
    }),
    0,
    null
  ],
  [
    noted(
      0,
      "good",
      "Wattle Payroll created an onboarding session for N. O. at Wattle & Daughters Pty Ltd.",
      {
        kind: "call_received",
        from: "Wattle Payroll",
        to: "Embedded Super",
        about: [session, employer],
        ...call("POST", `/partner-api/v1/employers/${EMPLOYER}/onboarding-sessions`, 201, 14)
      }
    ),
    0,
    null
  ],
  [
    noted(41_000, "good", "N. O. agreed to join Banksia Super. The session waits for the fund.", {
      kind: "call_received",
      from: "The employee's browser",
      to: "Embedded Super",
      ...call("POST", "/embed-api/v1/onboarding/review", 200, 9)
    }),
    0,
    "The person filled in six screens."
  ],
  [
    noted(41_012, "noted", "The member registration at Banksia Super began.", {
      kind: "job_begun",
      about: [session, fund]
    }),
    1,
    null
  ],
  [
    noted(
      41_020,
      "failed",
      "Banksia Super answered 503 to the member registration. The service tries again in 4 s (retry 1 of 3).",
      {
        ...toFund,
        ...register(503, 6)
      }
    ),
    2,
    null
  ],
  [
    noted(
      45_031,
      "failed",
      "Banksia Super answered 503 to the member registration. The service tries again in 25 s (retry 2 of 3).",
      {
        ...toFund,
        ...register(503, 5),
        detail: { operation: "registerMember", attempt: "2" }
      }
    ),
    2,
    "Waits 4 s, retry 1 of 3"
  ],
  [
    noted(45_040, "waiting", "The member registration waits until 03:06:41 and goes on by itself.", {
      kind: "job_waits",
      about: [session, fund]
    }),
    2,
    null
  ],
  [
    noted(70_050, "good", "Banksia Super registered N. O. as member 10 ••• 012.", {
      ...toFund,
      ...register(201, 11),
      seq: REGISTERED
    }),
    2,
    "Waits 25 s, retry 2 of 3"
  ],
  [
    noted(70_053, "good", "Registered N.O. as member 10 ••• 012.", {
      ...toFund,
      ...register(201, 4),
      source: "fund",
      parent_id: spanOf(REGISTERED)
    }),
    3,
    null
  ],
  [noted(70_070, "changed", "The session is completed.", { kind: "session_changed" }), 1, null],
  [
    noted(
      70_090,
      "refused",
      "Wattle Payroll answered 500 to the webhook onboarding_session_completed. The service tries again in 5 s.",
      {
        kind: "webhook_sent",
        to: "Wattle Payroll",
        about: [session, event],
        ...call("POST", "/webhooks", 500, 3)
      }
    ),
    2,
    null
  ],
  [
    noted(75_100, "good", "Wattle Payroll accepted the webhook onboarding_session_completed.", {
      kind: "webhook_sent",
      to: "Wattle Payroll",
      about: [session, event],
      ...call("POST", "/webhooks", 204, 7)
    }),
    2,
    "Waits 5 s, attempt 2"
  ],
  [
    noted(75_112, "good", "Wattle Payroll fetched the session that the webhook names.", {
      source: "partner",
      kind: "call_received",
      from: "Wattle Payroll",
      to: "Embedded Super",
      about: [session],
      ...call("GET", `/partner-api/v1/onboarding-sessions/${SESSION}`, 200, 4)
    }),
    3,
    null
  ],
  [
    noted(
      90_000,
      "stopped",
      "Banksia Super answered 401. The service stops calling it until its credentials are changed.",
      {
        ...toFund,
        about: [fund],
        ...call("POST", "/v1/employer_lookup", 401, 4)
      }
    ),
    0,
    null
  ]
]

/** The newest first. */
export const entries: ReadonlyArray<S.TimelineEntry> = steps.map(([one]) => one).toReversed()

/** So many more, older than all others. */
export const manyEntries = (count: number): ReadonlyArray<S.TimelineEntry> =>
  Array.from({ length: count }, (_, index) =>
    noted(
      -86_400_000 - index * 1500,
      index % 7 === 0 ? "failed" : "good",
      `Call ${index + 1} of a quiet day was answered.`,
      {
        seq: 100_000 + index,
        ...call("GET", "/v1/employers", index % 7 === 0 ? 503 : 200, 3)
      }
    )
  )

const failed = entries.find(({ summary }) => summary.includes("25 s"))!

const body = JSON.stringify(
  {
    given_name: "N•••",
    family_name: "O•••",
    email: "n•••@•••.au",
    employer: { abn: "51 ••• ••• 556" },
    agreed_at: "2026-11-21T03:06:12.000Z"
  },
  undefined,
  2
)

export const detail: S.TimelineEntryDetail = Schema.decodeUnknownSync(S.TimelineEntryDetail)({
  entry: failed,
  request: {
    headers: {
      "content-type": "application/json",
      "x-auth-key": "(hidden)",
      traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    },
    body
  },
  answer: {
    headers: { "content-type": "application/problem+json", "retry-after": "25" },
    body: '{\n  "status": 503,\n  "code": "service_unavailable"\n}'
  },
  curl: "curl -X POST https://127.0.0.1:4010/v1/member_registration \\\n  -H 'content-type: application/json' \\\n  -H 'x-auth-key: KEY' \\\n  --data-binary @body.json",
  verdict: "breaks",
  findings: [
    { in: "answer", pointer: "#/title", code: "required", detail: "Send this field: the problem's title." }
  ],
  docs_url: "/docs/errors/service-unavailable",
  requirements: [
    {
      id: "R-7-1",
      text: "A registration that a fund doesn't answer is tried again with growing waits, at most three times."
    }
  ],
  caused_by: [entries.find(({ kind }) => kind === "job_begun")],
  followed_by: entries.filter(({ kind }) => kind === "job_waits"),
  again: { can_send: true, can_edit: true, because: null }
})

const againNot = Schema.decodeUnknownSync(S.AgainOffer)({
  can_send: false,
  can_edit: false,
  because: "Only calls can be sent again."
})

/** A lever: no call, nothing to send again. */
export const leverDetail: S.TimelineEntryDetail = {
  ...detail,
  entry: entries.at(-1)!,
  request: null,
  answer: null,
  curl: null,
  verdict: "not_checked",
  findings: [],
  docs_url: null,
  requirements: [],
  caused_by: [],
  followed_by: [],
  again: againNot
}

export const again: S.AgainOutcome = Schema.decodeUnknownSync(S.AgainOutcome)({
  entry_seq: 57,
  before: { status: 503, duration_ms: 6, message: null },
  now: { status: 201, duration_ms: 9, message: null },
  differences: [
    { place: "status", before: "503", now: "201" },
    { place: "/member_details/member_number", before: null, now: "10 ••• 012" }
  ]
})

const refusal = (
  title: string,
  detail: string,
  code: string,
  errors: ReadonlyArray<object> = []
): object => ({
  headers: { "content-type": "application/problem+json" },
  body: JSON.stringify({ type: "about:blank", title, status: 422, code, detail, errors }, null, 2)
})

/** An edited call that is refused for another reason than before. */
export const againRefused: S.AgainOutcome = Schema.decodeUnknownSync(S.AgainOutcome)({
  entry_seq: 58,
  before: {
    status: 422,
    duration_ms: 6,
    message: refusal(
      "Validation failed",
      "2 fields can't be used. `errors` names them.",
      "validation_failed",
      [
        { pointer: "#/abn", code: "format", detail: "An ABN has 11 digits, and its check digits must fit." },
        { pointer: "#/contact/email", code: "required", detail: "Send this field." }
      ]
    )
  },
  now: {
    status: 409,
    duration_ms: 1234,
    message: refusal(
      "Conflict",
      "Another employer has this remote_id. Send another one, or update that employer.",
      "remote_id_taken"
    )
  },
  differences: [
    { place: "status", before: "422", now: "409" },
    { place: "#/code", before: "validation_failed", now: "remote_id_taken" },
    { place: "#/errors/1/pointer", before: "#/contact/email", now: null }
  ],
  edits: [
    { place: "#/abn", before: "•••", now: "••• (another value)" },
    { place: "#/contact/email", before: null, now: "a•••" },
    {
      place: "#/registered_agent/address_for_service/street_address_line_2",
      before: "01a1fb67-1800-7000-8000-0000000000e1",
      now: "https://docs.embedded-super.example/a-long-address-without-a-place-to-break"
    }
  ],
  notes: ["It has a new Idempotency-Key, because another body is another call."]
})

export const work: ReadonlyArray<S.WaitingWork> = Schema.decodeUnknownSync(S.WaitingWorkAnswer)({
  version: "v1",
  data: [
    {
      what: "Member registration at Banksia Super",
      because: "The fund answered 429 with Retry-After 120, so no call is made until then.",
      since: "2026-11-21T03:05:00.000Z",
      until: "2026-11-21T03:09:00.000Z",
      about: [session, fund],
      resumes: null
    },
    {
      what: "All calls to Banksia Super",
      because: "The fund answered 401: it doesn't accept the service's credentials.",
      since: "2026-11-20T22:05:00.000Z",
      until: null,
      about: [fund],
      resumes: "The lever “Accept them”, or `admin fund credentials banksia`."
    }
  ]
}).data

export const story: S.WorkbenchStory = Schema.decodeUnknownSync(S.WorkbenchStory)({
  thing: session,
  title: "Session of N. O. at Wattle & Daughters Pty Ltd",
  remote_id: "onb-0042",
  outcome: work[0]?.because ?? null,
  state: "pending_completion",
  next_states: [
    { event: "registration_settled", state: "completed" },
    { event: "registration_refused", state: "needs_attention" },
    { event: "expiry", state: "expired" }
  ],
  waits: work.slice(0, 1),
  steps: steps.slice(1, -1).map(([one, depth, gap]) => ({ entry: one, depth, gap }))
})

const card = (title: string, waits_for: string | null) => ({
  thing: session,
  title,
  remote_id: "onb-0042",
  since: "2026-11-21T03:06:12.000Z",
  waits_for
})
const next = (...states: ReadonlyArray<string>) => states.map((state) => ({ event: `to_${state}`, state }))

export const boards: ReadonlyArray<S.WorkbenchBoard> = Schema.decodeUnknownSync(S.WorkbenchBoardsAnswer)({
  version: "v1",
  data: [
    {
      kind: "onboarding_session",
      title: "Onboarding sessions",
      columns: [
        { state: "collect_contact", count: 0, next_states: next("collect_tax"), cards: [] },
        {
          state: "collect_tax",
          count: 1,
          next_states: next("review", "expired"),
          cards: [card("A. B. at Wattle & Daughters Pty Ltd", null)]
        },
        {
          state: "review",
          count: 1,
          next_states: next("pending_completion"),
          cards: [card("C. D. at Fern Café", null)]
        },
        {
          state: "pending_completion",
          count: 61,
          next_states: next("completed"),
          cards: [
            card("N. O. at Wattle & Daughters Pty Ltd", "It waits for the member number of Banksia Super."),
            card("E. F. at Fern Café", "It waits for the member number of Banksia Super.")
          ]
        },
        { state: "completed", count: 1, next_states: [], cards: [card("G. H. at Fern Café", null)] },
        { state: "expired", count: 0, next_states: [], cards: [] }
      ]
    },
    {
      kind: "employer_list",
      title: "Employer lists",
      columns: [
        { state: "accepted", count: 0, next_states: next("expired"), cards: [] },
        { state: "expired", count: 0, next_states: [], cards: [] }
      ]
    },
    {
      kind: "webhook",
      title: "Webhooks",
      columns: [
        {
          state: "completed",
          count: 8,
          next_states: [],
          cards: Array.from({ length: 8 }, () => card("onboarding_session_changed to Wattle Payroll", null))
        }
      ]
    },
    {
      kind: "fund",
      title: "Funds",
      columns: [
        { state: "called", count: 1, next_states: next("suspended"), cards: [card("Banksia Super", null)] },
        { state: "suspended", count: 0, next_states: next("called"), cards: [] }
      ]
    }
  ]
}).data

export const employers = [
  { id: EMPLOYER, name: "Wattle & Daughters Pty Ltd" },
  { id: "c2bc0c04-6b98-4333-91a6-919f5ebc9001", name: "Fern Café" }
]

export const scene: S.Scene = Schema.decodeUnknownSync(S.Scene)({
  file_name: "failing-fund.arazzo.yaml",
  document:
    "arazzo: 1.0.1\ninfo:\n  title: A fund that fails twice\nworkflows:\n  - workflowId: failing-fund\n"
})
