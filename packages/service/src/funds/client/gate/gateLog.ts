import * as Effect from "effect/Effect"
import type { StoredFund } from "../../FundsRepo.ts"
import type { CallOutcome } from "../CallOutcome.ts"
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

/** Logs that a fund's calls are suspended or resume, or that the fund has let in new credentials. */
export const logGateChange = (
  { slug }: Pick<StoredFund, "slug">,
  before: Gate,
  after: Gate,
  now: number,
  outcome: CallOutcome<unknown>
): Effect.Effect<void> => {
  const annotate = Effect.annotateLogs({ fund: slug })
  const isNewHold = after.heldUntil !== null && after.heldUntil > now && after.heldUntil !== before.heldUntil
  if (isNewHold && LOGGED.has(after.because)) {
    const held = after.heldUntil ?? now
    const reason = REASONS[after.because as keyof typeof REASONS]
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
