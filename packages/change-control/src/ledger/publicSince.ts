import type { Entry } from "./Entry.ts"
import { identityOf, listedIn } from "./covers.ts"

/** The state of an entry's file on the main branch from a day on. */
export interface Stated {
  readonly from: string
  /** Undefined while there was no such file, or none that could be read. */
  readonly entry: Entry | undefined
}

const deprecationOf = ({ sunset: _, ...what }: NonNullable<Entry["deprecates"]>[number]): string =>
  JSON.stringify(what, Object.keys(what).toSorted())

/** Whether an earlier state of an entry already announced all that it announces now, and for no later day. */
const announcedAll = (then: Entry, now: Entry): boolean => {
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
 * The day since which the main branch has held, without a break, all that an entry announces now. A change that is added
 * later, or a day that is moved nearer, counts from the day on which main got it. Today, if main doesn't hold it yet.
 */
export const publicSince = (entry: Entry, states: ReadonlyArray<Stated>, today: string): string => {
  let since = today
  for (const { from, entry: then } of states.toReversed()) {
    if (then === undefined || !announcedAll(then, entry)) break
    since = from
  }
  return since
}
