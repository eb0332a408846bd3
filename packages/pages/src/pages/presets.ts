/** The levers' ready-made values. Each is a request body of the Workbench API; the button shows its text. */
import type * as S from "@embedded-super/contracts/schemas"

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
export const presetIn = <Value>(
  presets: Readonly<Record<string, Preset<Value>>>,
  name: string
): Value | undefined => (Object.hasOwn(presets, name) ? presets[name]!.value : undefined)
