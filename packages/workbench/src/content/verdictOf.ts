import type { TimelineFinding } from "@embedded-super/contracts/schemas"
import type { RawAnswer, RawCall } from "./Message.ts"

/** The document that an operation belongs to; `webhooks` for a delivery, whose operation is the event. */
export type ApiName = "partner-api" | "fund-api" | "embed-api" | "simulator-api" | "webhooks"

export interface Verdict {
  readonly verdict: "fits" | "breaks" | "not_checked"
  readonly findings: ReadonlyArray<TimelineFinding>
}

/** Whether request and answer fit the contract. Findings never repeat a value. */
export const verdictOf = (_exchange: {
  readonly api: ApiName
  /** The operation's id, for example `createEmployer`; undefined finds it by method and path. */
  readonly operation: string | undefined
  readonly call: RawCall
  readonly answer: RawAnswer | undefined
}): Verdict => ({ verdict: "not_checked", findings: [] })
