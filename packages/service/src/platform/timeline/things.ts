import { performance } from "node:perf_hooks"
import type { Thing } from "./Timeline.ts"

/** The things with these ids, by their kinds; those without an id are left out. */
export const things = (ids: Readonly<Record<string, string | null | undefined>>): ReadonlyArray<Thing> =>
  Object.entries(ids).flatMap(([kind, id]) => (id == null ? [] : [{ kind, id }]))

const LATEST = Date.UTC(9999, 11, 31)

/** A time for an entry's data. A fund may ask for a year beyond the range of `Date`. */
export const isoOf = (millis: number): string => new Date(Math.min(millis, LATEST)).toISOString()

/** This machine's time in milliseconds since 1970, with fractions: when something began that has ended now. */
export const machineNow = (): number => performance.timeOrigin + performance.now()

/** The same for a time of `performance`. */
export const machineTimeOf = (monotonic: number): number => performance.timeOrigin + monotonic
