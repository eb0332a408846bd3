import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Scope } from "effect/Scope"
import type { World } from "./world/World.ts"
import type { Judgement, RuleName } from "./judge/judge.ts"

/** A measured number, and what it must be. */
export interface Figure {
  readonly what: string
  readonly figure: string
  readonly limit: string
  readonly pass: boolean
}

/** A ratio to a rival that managed nothing is no number, and holds no limit. */
const shown = (value: number, unit: string): string => {
  if (!Number.isFinite(value)) return "not measured"
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1
  return `${value.toLocaleString("en", { maximumFractionDigits: digits })}${unit === "" ? "" : ` ${unit}`}`
}

export const atMost = (what: string, value: number, limit: number, unit = ""): Figure => ({
  what,
  figure: shown(value, unit),
  limit: `at most ${shown(limit, unit)}`,
  pass: Number.isFinite(value) && value <= limit
})

export const atLeast = (what: string, value: number, limit: number, unit = ""): Figure => ({
  what,
  figure: shown(value, unit),
  limit: `at least ${shown(limit, unit)}`,
  pass: Number.isFinite(value) && value >= limit
})

export const exactly = (what: string, value: number, wanted: number, unit = ""): Figure => ({
  what,
  figure: shown(value, unit),
  limit: shown(wanted, unit),
  pass: value === wanted
})

/** For orientation: without a limit. */
export const noted = (what: string, value: number, unit = ""): Figure => ({
  what,
  figure: shown(value, unit),
  limit: "",
  pass: true
})

/** The value below which this share of the numbers is; 0 if there are none. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

export const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

/** The headings of the judge's rules. */
const heads: Readonly<Record<string, ReadonlyArray<RuleName>>> = {
  lost: ["nothingIsLost", "everyEventEndsOnce"],
  reordered: ["firstArrivalsAreInOrder", "nothingOlderAfterwards", "nothingAfterCompleted"],
  overlapping: ["nothingOverlaps"],
  "early, while paused, or when delivered": ["nothingIsEarly", "pausedIsLeftAlone", "deliveredIsOver"],
  "unverifiable, uncommitted, leaked": ["everyRequestVerifies", "onlyWhatWasCommitted", "nothingLeaks"]
}

/** The violations that the judge found in all runs of a row: each count must be 0. */
export const judged = (judgements: ReadonlyArray<Judgement>): ReadonlyArray<Figure> => {
  const violations = judgements.flatMap((judgement) => judgement.violations)
  return Object.entries(heads).map(([head, rules]) =>
    exactly(head, violations.filter(({ rule }) => rules.includes(rule)).length, 0)
  )
}

/** The first violations, as sentences. */
export const violationsOf = (judgements: ReadonlyArray<Judgement>, most = 5): ReadonlyArray<string> =>
  judgements
    .flatMap(({ violations }) => violations)
    .slice(0, most)
    .map(({ about, detail, rule }) => `${rule}: ${about} ${detail}`)

/** How a row is asked to run. */
export interface RowContext {
  readonly world: World
  /** The seed of everything random in the row. */
  readonly seed: number
  /** Hours instead of minutes: the sizes of the table. */
  readonly size: Size
  /** How many cells may run side by side: most of their time they wait for leases to end. */
  readonly atOnce: number
  /** Prints progress. */
  readonly say: (text: string) => Effect.Effect<void>
}

/** `short` is part of every test run, `usual` ends within 40 minutes in all, `long` is the size for a release. */
export type Size = "short" | "usual" | "long"

export interface RowOutcome {
  /** The amount that was tried, as a sentence. */
  readonly runs: string
  readonly figures: ReadonlyArray<Figure>
  /** The first violations. */
  readonly notes: ReadonlyArray<string>
}

/** One line of the table of faults that delivery survives. */
export interface Row {
  readonly number: number
  readonly title: string
  readonly run: (context: RowContext) => Effect.Effect<RowOutcome, unknown, Scope | FileSystem.FileSystem>
}
