import type { TimelineEntry, TimelineOutcome } from "@embedded-super/contracts/schemas"
import { operationSummaries } from "@embedded-super/contracts/operation-sources"

/** The data of an entry of one kind. Everything here may be shown: no personal data, no secrets. */
export type Detail = Readonly<Record<string, string | number | boolean | null>>

/** One kind of entry: what its data say. All functions are pure, so a sentence never differs from its data. */
export interface Kind<D extends Detail> {
  readonly outcome: (detail: D) => TimelineOutcome
  /** One sentence, or two, for a reader who has never seen the code. At most 500 characters. */
  readonly sentence: (detail: D, parties: Pick<TimelineEntry, "from" | "to">) => string
  /** The requirements and decisions that the step belongs to, by their ids. None if nothing is stated. */
  readonly requirements: (detail: D) => ReadonlyArray<string>
}

/** Declares a kind, so that its data are typed where it is noted and where its sentence is made. */
export const kind = <D extends Detail>({
  requirements,
  ...kind
}: Pick<Kind<D>, "outcome" | "sentence"> & {
  readonly requirements?: ReadonlyArray<string> | Kind<D>["requirements"]
}): Kind<D> => ({
  ...kind,
  requirements: typeof requirements === "function" ? requirements : () => requirements ?? []
})

// How sentences of the time line write times, numbers and names. Times are UTC, as in the APIs.

const UNITS = [
  ["day", 86_400, "h", 3600],
  ["h", 3600, "min", 60],
  ["min", 60, "s", 1]
] as const

/** `0.4 s`, `25 s`, `4 min 10 s`, `2 h`, `5 days`: at most two units, so that it can be compared at a glance. */
export const lasting = (seconds: number): string => {
  if (seconds < 1) return `${Math.round(seconds * 10) / 10} s`
  const length = Math.round(seconds)
  if (length < 120) return `${length} s`
  // Rounded first: 34 days 23 h 59 min 47 s are 35 days.
  const [, , , roundedTo] = UNITS.find(([, size]) => length >= size) ?? UNITS[2]
  const rounded = Math.round(length / roundedTo) * roundedTo
  const [name, size, smaller, smallerSize] = UNITS.find(([, size]) => rounded >= size) ?? UNITS[2]
  const whole = Math.floor(rounded / size)
  const rest = Math.floor((rounded % size) / smallerSize)
  const first = name === "day" ? `${whole} day${whole === 1 ? "" : "s"}` : `${whole} ${name}`
  return rest === 0 ? first : `${first} ${rest} ${smaller}`
}

const MONTHS = "January February March April May June July August September October November December".split(
  " "
)

/** `24 November`. The year is left out: the time line is read within days. */
export const dayOf = (iso: string): string =>
  `${Number(iso.slice(8, 10))} ${MONTHS[Number(iso.slice(5, 7)) - 1]}`

/** `14:05:31`, or `14:05` on the full minute. */
const timeOf = (iso: string): string => iso.slice(11, iso.slice(17, 19) === "00" ? 16 : 19)

const HALF_A_DAY = 43_200

/** When something ends: the time of day, with the day if that is half a day ahead or more. */
export const untilWords = (iso: string, inSeconds: number): string =>
  inSeconds < HALF_A_DAY ? timeOf(iso) : `${dayOf(iso)}, ${timeOf(iso)}`

/** `1 row`, `2,000 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-AU")} ${count === 1 ? one : many}`

/** `employer_lookup` as `employer lookup`. */
export const spaced = (name: string): string => name.replaceAll("_", " ")

/** A text that ends with a full stop. */
export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** An operation's name with what it does: `getEmployer (fetch an employer)`. The name alone if no spec has it. */
export const operationWords = (operation: string): string => {
  const summary = Object.hasOwn(operationSummaries, operation) ? operationSummaries[operation] : undefined
  return summary === undefined
    ? operation
    : `${operation} (${summary.charAt(0).toLowerCase()}${summary.slice(1)})`
}
