import { machineMicros, microsAt } from "@embedded-super/pages/trace/traceparent"
import type { Thing } from "./Timeline.ts"

/** The things with these ids, by their kinds; those without an id are left out. */
export const things = (ids: Readonly<Record<string, string | null | undefined>>): ReadonlyArray<Thing> =>
  Object.entries(ids).flatMap(([kind, id]) => (id == null ? [] : [{ kind, id }]))

/** One version of an entity: the change that makes it is the cause of the event that reports it. */
export const versionOf = (kind: string, id: string, version: number): Thing => ({
  kind: `${kind}_version`,
  id: `${id}.${version}`
})

/** A file that a fund uploads. Its receipt finds its cause by this thing, because SFTP carries no trace. */
export const employerFile = (slug: string, name: string): Thing => ({
  kind: "employer_file",
  id: `${slug}/${name}`
})

const LATEST = Date.UTC(9999, 11, 31)

/** A time for an entry's data. A fund may ask for a year beyond the range of `Date`. */
export const isoOf = (millis: number): string => new Date(Math.min(millis, LATEST)).toISOString()

/** This machine's time in milliseconds since 1970, with fractions: when something began that has ended now. */
export const machineNow = (): number => machineMicros() / 1000

/** This machine's time for a time of `performance`. */
export const machineTimeOf = (monotonic: number): number => microsAt(monotonic) / 1000
