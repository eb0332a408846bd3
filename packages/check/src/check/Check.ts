/**
 * A check: one sentence about what a correct implementation does, and the calls that find out. A kit is its checks in groups, in
 * the order in which they run. Checks are plain data apart from `appliesTo` and `run`, so `list` and `explain` need no subject.
 *
 * The trap: a check may only fail a subject for a demand of the description or of this service's contract. A case that it can't
 * provoke is `not_observed`: an answer that it can't read proves nothing, so it never passes on one. A mistake of its own is
 * `error`.
 */
import type { CheckKit, CheckKitVersion, CheckLevel, CheckMode } from "@embedded-super/contracts/schemas"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { ExchangeId } from "../exchange/Exchange.ts"

export interface Check<in World> {
  /** `<GROUP>-<section>-<n>`, for example `AUTH-5.3-2`: the section of the description, then a number. */
  readonly id: string
  /**
   * MUST: the description demands it, or the contract of this service that a decision writes down. SHOULD: suggested, or left
   * to the subject. INFO: measured, never judged.
   */
  readonly level: CheckLevel
  /** An id of specs/requirements.yaml, or of a decision. */
  readonly requirement: string
  /** Further requirements that it holds a correct implementation to, by the same calls. Reports name `requirement` only. */
  readonly also?: ReadonlyArray<string>
  /** The behaviour of a correct implementation, one sentence in the present tense. */
  readonly title: string
  /** How to fix it, one or two sentences. It may name the usual cause in frameworks. */
  readonly hint: string
  /** How to fix other mistakes than the one of `hint`, by the sentence that names each. The docs show them, too. */
  readonly fixes?: Readonly<Record<string, string>>
  readonly modes: ReadonlyArray<CheckMode>
  /**
   * Ids of checks whose failure explains a failure of this one: it is then part of their finding. A check that changes a
   * usual call rests on the one that makes the usual call.
   */
  readonly restsOn?: ReadonlyArray<string>
  /** Nothing else of its operation can be judged without it: while it fails, every other such failure is part of its finding. */
  readonly isBasic?: boolean
  /** It may run beside other independent checks: its neighbours. Left out, it runs alone. */
  readonly independent?: boolean
  /** It judges silence itself: it also runs when the checks before it got no answer. */
  readonly evenIfSilent?: boolean
  /**
   * Left out, 30 seconds. A check that isn't finished by then is an `error`. Calls to the subject don't count: they have
   * limits of their own (run/Stopwatch.ts).
   */
  readonly timeLimit?: Duration.Input
  /** A string says why it is not applicable. */
  readonly appliesTo?: (world: World) => true | string
  /**
   * What the settings lack for it to be observed: a sentence that names the setting, and the least value of a number. Undefined if
   * nothing is missing. A certifying run says so before its first call.
   */
  readonly lacks?: (world: World) => string | undefined
  /** A flag of `run` without which it isn't observed, such as `--after-restart`. */
  readonly flag?: string
  readonly run: (world: World) => Effect.Effect<Outcome, never, Scope.Scope>
}

export interface Passed {
  readonly verdict: "pass"
}

/** A failure, or a pass that is likely to cause trouble. */
export interface Failed {
  readonly verdict: "fail" | "warn"
  /** One sentence that names the mistake, in our words: without the subject's own words and values. */
  readonly cause: string
  readonly expected: string
  readonly actual: string
  /** Failures of one origin have one root. Left out, it is the cause. */
  readonly root?: string
  /** How to fix this mistake, if that depends on the subject. Otherwise the check's `fixes` say it. */
  readonly hint?: string
  /** The exchange that shows it. */
  readonly exchange?: ExchangeId
  /** The checks whose failures explain this one, if each of them failed: then it is part of the first one's finding. */
  readonly explainedBy?: ReadonlyArray<string>
}

interface Unjudged {
  /** `error` is a mistake of the kit. */
  readonly verdict: "not_applicable" | "not_observed" | "error"
  readonly why: string
}

export type Outcome = Passed | Failed | Unjudged

export interface CheckGroup<in World> {
  /** Capital letters: what its checks' ids begin with. */
  readonly name: string
  /** The group's subject, in a few words. */
  readonly title: string
  readonly checks: ReadonlyArray<Check<World>>
}

export interface Kit<in World> {
  readonly name: CheckKit
  readonly version: CheckKitVersion
  readonly groups: ReadonlyArray<CheckGroup<World>>
  /** How to fix the mistakes that several checks name, by their sentences. A check's own `fixes` come first. */
  readonly fixes?: Readonly<Record<string, string>>
  /**
   * Independent checks may also run beside those of the next group. Of use where checks wait more than they work. Left out, a
   * group ends before the next begins.
   */
  readonly groupsOverlap?: boolean
}

interface Difference {
  readonly cause: string
  readonly expected: string
  readonly actual: string
  readonly root?: string
  readonly hint?: string
  readonly exchange?: ExchangeId
  readonly explainedBy?: ReadonlyArray<string>
}

export const pass: Passed = { verdict: "pass" }

export const fail = (difference: Difference): Failed => ({ verdict: "fail", ...difference })

export const warn = (difference: Difference): Failed => ({ verdict: "warn", ...difference })

export const notApplicable = (why: string): Unjudged => ({ verdict: "not_applicable", why })

/** The behaviour couldn't be provoked: that is no failure. */
export const notObserved = (why: string): Unjudged => ({ verdict: "not_observed", why })

/** A mistake of the kit. */
export const errorOfKit = (why: string): Unjudged => ({ verdict: "error", why })

/** A failure, or a warning. */
export const isFailed = (outcome: Outcome): outcome is Failed =>
  outcome.verdict === "fail" || outcome.verdict === "warn"

/** The key that joins failures of one origin. */
export const rootOf = ({ cause, root }: Failed): string => root ?? cause

type Running = Effect.Effect<Outcome, never, Scope.Scope>

/** The kit with the run of each check changed. */
export const eachRun = <World>(
  kit: Kit<World>,
  change: (run: Running, world: World) => Running
): Kit<World> => ({
  ...kit,
  groups: kit.groups.map((group) => ({
    ...group,
    checks: group.checks.map((check) => ({
      ...check,
      run: (world: World) => change(check.run(world), world)
    }))
  }))
})

/**
 * The outcome of a check whose call a busy subject prevented. A certifying run skips nothing: there the check isn't finished, and
 * the run is incomplete.
 */
export const notMade = (mode: CheckMode, why: string): Unjudged =>
  mode === "certify" ? errorOfKit(why) : notObserved(why)
