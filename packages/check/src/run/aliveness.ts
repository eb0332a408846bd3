/**
 * Whether the subject still runs. A call that no connection was made for, or whose connection broke, is one of three things:
 * the subject's own mistake, a restart of it, or its end. After its end nothing more can be judged, and what the last checks
 * say about it isn't true; after a restart the check is made again.
 */
import * as Effect from "effect/Effect"
import { type Outcome, errorOfKit, warn } from "../check/Check.ts"
import type { Exchange, Exchanges } from "../exchange/Exchange.ts"
import { waiting } from "./Stopwatch.ts"

export interface Aliveness {
  /** The subject, in a word: fund. */
  readonly subject: string
  /** Whether every address of the subject accepts connections now. */
  readonly isReachable: Effect.Effect<boolean>
}

/** The end of the subject, or undefined. `wasDown`: it was away for a moment. */
export interface Seen {
  readonly hasStopped: boolean
  readonly wasDown: boolean
}

const broken: ReadonlySet<string> = new Set([
  "connection_refused",
  "connection_reset",
  "connect_timeout",
  "dns_failure"
])

const isBroken = ({ failure }: Exchange): boolean => failure !== undefined && broken.has(failure)

/** A supervisor starts a program again within seconds. */
const LOOKS = 10
const BETWEEN = "500 millis"

export const stoppedHint = (subject: string): string =>
  `Look in the log of the ${subject} for what happened at this check's last call, start it again, and repeat the run.`

export const makeAliveness = (exchanges: Exchanges, { isReachable, subject }: Aliveness) => {
  /** The check during which it stopped, and the last call that may have reached it. */
  let stoppedAt: string | undefined
  let lastCall: Exchange | undefined
  const ended = new Set<string>()

  /** The check that made the first of the calls that nothing was answered after. */
  const lastCaller = (check: string): string => {
    const all = exchanges.all()
    const from = all.findLastIndex(({ answer }) => answer !== undefined) + 1
    const broken = all.slice(from).find(isBroken)
    lastCall = broken?.failure === "connection_reset" ? broken : (all[from - 1] ?? broken)
    const first = broken?.check
    return first === undefined || ended.has(first) ? check : first
  }

  const look = (check: string): Effect.Effect<Seen> =>
    Effect.gen(function* () {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        if (stoppedAt !== undefined) break
        if (looks > 0) yield* waiting(Effect.sleep(BETWEEN))
        if (yield* isReachable) return { hasStopped: false, wasDown: looks > 0 }
      }
      stoppedAt ??= lastCaller(check)
      return { hasStopped: true, wasDown: true }
    })

  return {
    stoppedAt: () => stoppedAt,
    /** Looks if a call of this check, made from this one on, has no answer for want of a connection. */
    afterCheck: (check: string, from: number): Effect.Effect<Seen> =>
      exchanges
        .all()
        .slice(from)
        .some((made) => made.check === check && isBroken(made))
        ? look(check)
        : Effect.succeed({ hasStopped: false, wasDown: false }),
    /** The check's result is made: the end of the subject isn't said of it any more. */
    ends: (check: string) => void ended.add(check),
    /** The outcome of a check that couldn't end, or begin. */
    outcomeOf: (check: string): Outcome =>
      check === stoppedAt
        ? warn({
            cause: `The ${subject} stopped answering during ${check}: it accepts no connection any more.`,
            expected: "An answer to each call.",
            actual:
              lastCall === undefined
                ? "No connection."
                : `No connection after the call ${lastCall.id} of ${lastCall.check ?? "the start"}, the last one that reached the ${subject}.`,
            ...(lastCall === undefined ? {} : { exchange: lastCall.id })
          })
        : errorOfKit(`Not judged: the ${subject} stopped answering during ${stoppedAt}.`)
  }
}

/** Milliseconds without an answer after which the other checks would only wait, too. */
const LONGEST_SILENCE = 60_000

/** Fewer checks may wait on purpose, as with a request that never ends. */
const FEWEST_CHECKS = 3

/** An answer that begins and never ends is waited for as long as none. */
const isWhole = ({ answer, failure }: Exchange): boolean => answer !== undefined && failure !== "timeout"

/** Whether the subject no longer answers: the last calls of three checks waited a minute together without a whole answer. */
export const isSilent = (exchanges: ReadonlyArray<Exchange>): boolean => {
  const silent = exchanges.slice(exchanges.findLastIndex(isWhole) + 1)
  const waited = silent.reduce((sum, { took }) => sum + took, 0)
  return waited >= LONGEST_SILENCE && new Set(silent.map(({ check }) => check)).size >= FEWEST_CHECKS
}
