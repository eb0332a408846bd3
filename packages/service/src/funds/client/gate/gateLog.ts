import * as Effect from "effect/Effect"
import { isoOf, things } from "../../../platform/timeline/things.ts"
import type { TimelineShape } from "../../../platform/timeline/Timeline.ts"
import type { StoredFund } from "../../FundsRepo.ts"
import type { CallOutcome } from "@embedded-super/rules/calls/CallOutcome"
import type { Gate, HeldBecause } from "./gateRules.ts"

/** Holds longer than these are logged as a warning and as an alarm. Milliseconds. */
export const TOLD_ABOVE = { warning: 3_600_000, alarm: 5 * 24 * 3_600_000 } as const

/** Reasons that are logged. A quota or a concurrency limit is normal. */
const LOGGED: ReadonlySet<HeldBecause | null> = new Set(["failing", "unreachable", "rate_limited"])

const REASONS = {
  failing: "it fails",
  unreachable: "it can't be reached",
  rate_limited: "it answered 429"
} as const

/** The log level of a hold: above an hour an operator should look, above five days an operator must. */
const levelOf = (millis: number) =>
  millis > TOLD_ABOVE.alarm ? "Error" : millis > TOLD_ABOVE.warning ? "Warn" : "Info"

/** A time for people; works beyond the range of `Date`. */
export const momentOf = (moment: number): string =>
  moment > Date.UTC(9999, 11, 31) ? "the year 9999 and beyond" : new Date(moment).toISOString()

type Logged = keyof typeof REASONS

const isNewHold = (before: Gate, after: Gate, now: number) =>
  after.heldUntil !== null &&
  after.heldUntil > now &&
  after.heldUntil !== before.heldUntil &&
  LOGGED.has(after.because)

/** Notes the same for the time line. */
export const noteGateChange = (
  timeline: TimelineShape,
  { id, name: fund }: Pick<StoredFund, "id" | "name">,
  before: Gate,
  after: Gate,
  now: number
): Effect.Effect<void> => {
  const about = things({ fund: id })
  const notes: Array<Effect.Effect<void>> = []
  if (isNewHold(before, after, now)) {
    const held = after.heldUntil ?? now
    const because = after.because as Logged
    const detail = { fund, because, until: isoOf(held), in_seconds: (held - now) / 1000 }
    notes.push(timeline.note({ kind: "fund_held", detail, about }))
  }
  if (after.proven > before.proven) {
    notes.push(timeline.note({ kind: "credentials_proven", detail: { fund, version: after.proven }, about }))
  }
  if (before.openings > 0 && after.openings === 0 && !isNewHold(before, after, now)) {
    notes.push(timeline.note({ kind: "fund_freed", detail: { fund }, about }))
  }
  return Effect.all(notes, { discard: true })
}

/** Logs that a fund's calls are suspended or resume, or that the fund has let in new credentials. */
export const logGateChange = (
  { slug }: Pick<StoredFund, "slug">,
  before: Gate,
  after: Gate,
  now: number,
  outcome: CallOutcome<unknown>
): Effect.Effect<void> => {
  const annotate = Effect.annotateLogs({ fund: slug })
  if (isNewHold(before, after, now)) {
    const held = after.heldUntil ?? now
    const reason = REASONS[after.because as Logged]
    const words = outcome.kind === "accepted" ? "" : ` ${outcome.words}`
    const level = levelOf(held - now)
    const remedy = level === "Info" ? "" : " `admin fund lift` ends this earlier."
    const message = `Calls to the fund are suspended until ${momentOf(held)}: ${reason}.${words}${remedy}`
    return Effect.logWithLevel(level)(message).pipe(annotate)
  }
  if (after.proven > before.proven) {
    return Effect.logInfo(`The fund accepts its credentials, version ${after.proven}`).pipe(annotate)
  }
  return before.openings > 0 && after.openings === 0
    ? Effect.logInfo("Calls to the fund resume: it answers again").pipe(annotate)
    : Effect.void
}
