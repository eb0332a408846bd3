import type { Entry } from "./Entry.ts"
import { identityOf, listedIn } from "./covers.ts"

/** What the main branch held of an entry's file from a day on. */
export interface Stated {
  readonly from: string
  /** Undefined while there was no such file, or none that could be read. */
  readonly entry: Entry | undefined
}

const deprecationOf = ({ sunset: _, ...what }: NonNullable<Entry["deprecates"]>[number]): string =>
  JSON.stringify(what, Object.keys(what).toSorted())

/** Whether an earlier state of an entry had said all that it says now, and for no later day. */
const saidAll = (then: Entry, now: Entry): boolean => {
  const listed = new Set(listedIn(then).map(({ document, covered }) => identityOf(document, covered)))
  return (
    then.announced <= now.announced &&
    then.in_force <= now.in_force &&
    (then.class === "breaking" || now.class === "compatible") &&
    listedIn(now).every(({ document, covered }) => listed.has(identityOf(document, covered))) &&
    (now.deprecates ?? []).every((each) =>
      (then.deprecates ?? []).some(
        (other) =>
          deprecationOf(other) === deprecationOf(each) &&
          (each.sunset === undefined || (other.sunset !== undefined && other.sunset <= each.sunset))
      )
    )
  )
}

/**
 * Since when the main branch has said, without a break, all that an entry says now: changes that are added later, and
 * days that are moved nearer, count from the day on which main got them. Today, if main doesn't say it yet.
 */
export const toldSince = (entry: Entry, states: ReadonlyArray<Stated>, today: string): string => {
  let since = today
  for (const { from, entry: then } of states.toReversed()) {
    if (then === undefined || !saidAll(then, entry)) break
    since = from
  }
  return since
}
