/**
 * The lever that a form of the page pulls: the operation of the Workbench API, with its path and its body. The program
 * that serves the page calls the operation.
 */
import * as S from "@embedded-super/contracts/schemas"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

// The levers' ready-made values. Each is a request body of the Workbench API; the button shows its text.

interface Preset<Value> {
  readonly text: string
  readonly value: Value
}

const once = (fault: Omit<S.Fault, "operation_id">): S.FaultPlan => ({
  faults: [{ operation_id: "*", ...fault }]
})

/** Presets for a fund's next calls. */
export const faultPresets = {
  "503_twice": { text: "Answer 503 twice", value: once({ play: "answer_status", status: 503, times: 2 }) },
  "429_30": {
    text: "Answer 429, Retry-After 30",
    value: once({ play: "answer_status", status: 429, retry_after_seconds: 30, times: 1 })
  },
  slow: { text: "Answer after 8 s", value: once({ play: "answer_late", delay_ms: 8000, times: 1 }) },
  broken_json: { text: "Answer broken JSON", value: once({ play: "malformed_json", times: 1 }) },
  lose_answer: { text: "Do the work, lose the answer", value: once({ play: "drop_after_work", times: 1 }) },
  none: { text: "End all faults", value: { faults: [] } }
} as const satisfies Record<string, Preset<S.FaultPlan>>

/** How the partner answers its next webhooks. */
export const partnerPresets = {
  "500_twice": { text: "Answer 500 twice", value: { answer_status: 500, times: 2 } },
  none: { text: "Answer as usual", value: {} }
} as const satisfies Record<string, Preset<S.ReceiverBehaviour>>

/** Presets for the sandbox's ATO and an employer. `stapled` also needs a USI. */
export const atoPresets = {
  none: {
    text: "Connected: no stapled fund",
    value: { status: "connected", outcome: "none", declarations_accepted: true }
  },
  unmatched: {
    text: "Connected: finds no such person",
    value: { status: "connected", outcome: "unmatched", declarations_accepted: true }
  },
  unavailable: {
    text: "Connected: gives no answer",
    value: { status: "connected", outcome: "unavailable", declarations_accepted: true }
  },
  lapsed: { text: "The connection has lapsed", value: { status: "lapsed" } },
  not_connected: { text: "Not connected", value: { status: "not_connected" } }
} as const satisfies Record<string, Preset<S.SimulatedStapling>>

export const clockPresets = {
  "1h": { text: "1 hour", value: { advance: "1h" } },
  "1d": { text: "1 day", value: { advance: "1d" } },
  "5d": { text: "5 days", value: { advance: "5d" } }
} as const satisfies Record<string, Preset<S.ClockLever>>

export const credentialsPresets = {
  refused: { text: "Refuse them", value: { are_accepted: false } },
  accepted: { text: "Accept them", value: { are_accepted: true } }
} as const satisfies Record<string, Preset<S.CredentialsLever>>

export const listPresets = {
  good: { text: "Upload the fund's list", value: { list: "good" } },
  broken: { text: "Upload a broken list", value: { list: "broken" } },
  stale: { text: "Let the list become too old", value: { list: "stale" } }
} as const satisfies Record<string, Preset<S.ListLever>>

/** The value of a preset by the name that a form sent. */
const presetIn = <Value>(presets: Readonly<Record<string, Preset<Value>>>, name: string): Value | undefined =>
  Object.hasOwn(presets, name) ? presets[name]!.value : undefined

export type Lever =
  | { readonly lever: "fund_faults"; readonly slug: S.Slug; readonly body: S.FaultPlan }
  | { readonly lever: "partner"; readonly body: S.ReceiverBehaviour }
  | { readonly lever: "ato"; readonly employer_id: S.EmployerId; readonly body: S.SimulatedStapling }
  | { readonly lever: "clock"; readonly body: S.ClockLever }
  | { readonly lever: "credentials"; readonly slug: S.Slug; readonly body: S.CredentialsLever }
  | { readonly lever: "list"; readonly slug: S.Slug; readonly body: S.ListLever }
  | { readonly lever: "scene"; readonly body: S.SceneRequest }

const decode = <Type>(schema: Schema.Decoder<Type>, value: unknown): Type | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(value))

/** How the clock's form wants a time. */
export const timeForm = "A number and a unit, s, m, h or d: for example 90m, 2h or 5d."

/** A longer step of the clock is asked about: no later lever takes it back. */
export const LONGEST_DAYS = 400

const daysPer: Readonly<Record<string, number>> = { s: 1 / 86_400, m: 1 / 1440, h: 1 / 24, d: 1 }

const daysIn = (advance: string): number => Number(advance.slice(0, -1)) * (daysPer[advance.slice(-1)] ?? 1)

const NO_FUND = "That fund isn't simulated here. Choose one of the list."
const NO_PRESET = "That lever doesn't exist. Use a button of the page."

type Read = (value: (name: string) => string) => Lever | string

const ofFund =
  (make: (slug: S.Slug, preset: string) => Lever | undefined): Read =>
  (value) => {
    const slug = decode(S.Slug, value("slug"))
    return slug === undefined ? NO_FUND : (make(slug, value("preset")) ?? NO_PRESET)
  }

const readers: Readonly<Record<Lever["lever"], Read>> = {
  fund_faults: ofFund((slug, preset) => {
    const body = presetIn<S.FaultPlan>(faultPresets, preset)
    return body && { lever: "fund_faults", slug, body }
  }),
  partner: (value) => {
    const body = presetIn<S.ReceiverBehaviour>(partnerPresets, value("preset"))
    return body === undefined ? NO_PRESET : { lever: "partner", body }
  },
  ato: (value) => {
    const employer_id = decode(S.EmployerId, value("employer_id"))
    if (employer_id === undefined) return "That isn't the id of an employer. Choose one of the list."
    const usi = value("usi")
    const body =
      value("preset") === "stapled"
        ? decode(S.SimulatedStapling, {
            status: "connected",
            outcome: "stapled_fund",
            stapled_fund: { usi },
            declarations_accepted: true
          })
        : presetIn<S.SimulatedStapling>(atoPresets, value("preset"))
    return body === undefined
      ? "Give the USI of the stapled fund, for example BAN0001AU, or choose another answer."
      : { lever: "ato", employer_id, body }
  },
  clock: (value) => {
    const body =
      presetIn<S.ClockLever>(clockPresets, value("preset")) ??
      decode(S.ClockLever, { advance: value("advance") })
    if (body === undefined) return "Give a number and a unit, s, m, h or d: for example 90m, 2h or 5d."
    return daysIn(body.advance) > LONGEST_DAYS && value("is_sure") !== "yes"
      ? `That is more than ${LONGEST_DAYS} days, and the clock never moves back. Tick the box, or give a shorter time.`
      : { lever: "clock", body }
  },
  credentials: ofFund((slug, preset) => {
    const body = presetIn<S.CredentialsLever>(credentialsPresets, preset)
    return body && { lever: "credentials", slug, body }
  }),
  list: ofFund((slug, preset) => {
    const body = presetIn<S.ListLever>(listPresets, preset)
    return body && { lever: "list", slug, body }
  }),
  scene: (value) => {
    const body = decode(S.SceneRequest, {
      name: value("name"),
      first_seq: Number(value("first_seq")),
      last_seq: Number(value("last_seq"))
    })
    if (body === undefined)
      return "Give a name in small letters, digits and hyphens, and the positions of the first and the last entry."
    return body.first_seq > body.last_seq
      ? "The first entry comes after the last one. Exchange them."
      : { lever: "scene", body }
  }
}

/** The lever that a form pulls, or what is wrong with the form and what to do. */
export const leverIn = (form: URLSearchParams): Lever | string => {
  const value = (name: string): string => (form.get(name) ?? "").trim()
  const lever = value("lever")
  return Object.hasOwn(readers, lever) ? readers[lever as Lever["lever"]](value) : NO_PRESET
}
