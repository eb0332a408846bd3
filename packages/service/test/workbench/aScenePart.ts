import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TimelineReader } from "../../src/platform/timeline/TimelineReader.ts"
import { anEntry } from "./anEntry.ts"

interface More {
  readonly request?: unknown
  readonly answer?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An entry of a test's time line, with its request and answer. */
export type Noted = Partial<Omit<S.TimelineEntry, "about" | "at" | "detail" | "summary">> & {
  readonly kind: string
  readonly summary?: string
  readonly about?: ReadonlyArray<{ readonly kind: string; readonly id: string }>
  readonly detail?: Readonly<Record<string, string>>
} & More

const entryOf = ({ answer: _, headers: __, request: ___, ...noted }: Noted, at: number) =>
  anEntry(at, { seq: at + 1, outcome: "good", ...noted } as Parameters<typeof anEntry>[1])

const bodyOf = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

const JSON_TYPE = { "content-type": "application/json" }

/** A time line with these entries, one second apart. `isRaw`: requests and answers are still in memory. */
export const timelineOf = (noted: ReadonlyArray<Noted>, { isRaw = true } = {}) => {
  const entries = noted.map(entryOf)
  return Layer.effect(
    TimelineReader,
    Effect.map(TimelineReader, (reader) => ({
      ...reader,
      after: (seq: number, limit: number) =>
        Effect.succeed(entries.filter((entry) => entry.seq > seq).slice(0, limit)),
      exchangeOf: (seq: number) => {
        const one = noted[seq - 1]
        if (
          one?.path === undefined ||
          (one.request === undefined && one.answer === undefined && one.status !== 204)
        )
          return Effect.succeedNone
        return Effect.succeedSome({
          request: { headers: { ...JSON_TYPE, ...one.headers }, body: bodyOf(one.request) },
          answer: { headers: JSON_TYPE, body: bodyOf(one.answer) },
          isRaw
        })
      }
    }))
  )
}

const EMPLOYER = "01a1fb67-1800-7000-8000-0000000000a1"
const SESSION = "01a1fb67-1800-7000-8000-0000000000e1"
const EMPLOYEE = "01a1fb67-1800-7000-8000-0000000000f1"

const call = (operation: string, method: string, path: string, status: number, more: More = {}): Noted => ({
  kind: "call_received",
  method,
  path,
  status,
  detail: { operation, status: String(status) },
  ...more
})

const lever = (name: string, body: object, target?: string): Noted => ({
  kind: "lever_pulled",
  outcome: "changed",
  summary: `The Workbench pulled ${name}.`,
  detail: {
    lever: name,
    name: "Banksia Super",
    body: JSON.stringify(body),
    ...(target === undefined ? {} : { target })
  }
})

const about = [
  { kind: "fund_call", id: "01a1fb67-1800-7000-8000-0000000000b1" },
  { kind: "onboarding_session", id: SESSION },
  { kind: "fund", id: "banksia" }
]

export const ids = { EMPLOYER, EMPLOYEE, SESSION }

/** A fund that fails twice: an employer and a session are made, the employee confirms, a minute passes. */
export const failingFund: ReadonlyArray<Noted> = [
  call("createEmployer", "POST", "/api/v1/employers", 201, {
    request: {
      abn: "51824753556",
      name: "Zephyrine's Bakery Pty Ltd",
      remote_id: "zephyrine-1",
      contact: { name: "Zephyrine Quill", email: "zephyrine@real.test" }
    },
    answer: { data: { id: EMPLOYER, remote_id: "zephyrine-1" }, version: "v1" }
  }),
  call("getEmployer", "GET", `/api/v1/employers/${EMPLOYER}`, 200, { answer: { data: { id: EMPLOYER } } }),
  call("setSimulatedDefaultFund", "POST", `/api/v1/sandbox/employers/${EMPLOYER}/default-fund`, 200, {
    request: { usi: "60905115063003" },
    answer: { data: { id: EMPLOYER } }
  }),
  call("createOnboardingSession", "POST", "/api/v1/onboarding-session", 201, {
    request: {
      employer: { id: EMPLOYER },
      employee: { remote_id: "zephyrine-2" },
      remote_id: "zephyrine-3",
      email: "zephyrine+503x2@real.test",
      email_validated: true,
      employee_detail: { identity: { given_name: "Zephyrine", family_name: "Quill" } }
    },
    answer: { data: { id: SESSION, employee: { id: EMPLOYEE } }, version: "v1" }
  }),
  lever(
    "setFundFaults",
    { faults: [{ operation_id: "registerMember", play: "answer_status", status: 503, times: 2 }] },
    "banksia"
  ),
  call("advanceOnboardingSession", "POST", `/api/v1/sandbox/onboarding-sessions/${SESSION}/advance`, 200, {
    request: { to: "pending_completion", fund: "banksia" },
    answer: { data: { id: SESSION } }
  }),
  {
    kind: "fund_called",
    outcome: "waiting",
    summary: "Banksia Super answered 503.",
    about,
    detail: { attempt: "1" }
  },
  lever("moveClock", { advance: "1m" }),
  { kind: "clock_moved", outcome: "changed" },
  {
    kind: "fund_called",
    outcome: "waiting",
    summary: "Banksia Super answered 503 again.",
    about,
    detail: { attempt: "2" }
  },
  { kind: "member_registered", source: "fund", about },
  call("cancelOnboardingSession", "DELETE", `/api/v1/onboarding-session/${SESSION}`, 409, {
    answer: { code: "x" }
  })
]
