import type * as S from "@embedded-super/contracts/schemas"
import { toTimestamp } from "../../platform/time/timestamp.ts"
import { shortText } from "@embedded-super/pages/store/NewEntry"

/** Work that waits, with the reason and the end. The first of `about` is the thing that waits. */
export interface Wait {
  readonly what: string
  /** One sentence. */
  readonly because: string
  readonly since: Date
  /** When the work continues by itself; null if that isn't known, or if a person has to act. */
  readonly until: Date | null
  readonly about: ReadonlyArray<readonly [kind: string, id: string]>
  /** The action or event that resumes the work; null if it resumes by time alone. */
  readonly resumes: string | null
}

export const thing = (kind: string, id: string): S.TimelineThing => ({ kind, id: id as S.ThingId })

/** The time; null if it is beyond the APIs' range. */
const untilOf = (until: Date | null): S.Timestamp | null =>
  until === null || Number.isNaN(until.getTime()) || until.getUTCFullYear() > 9999 ? null : toTimestamp(until)

/** `typed` writes its commands as they are typed. */
export const presentWait =
  (typed: (text: string) => string) =>
  ({ about, because, resumes, since, until, what }: Wait): S.WaitingWork => ({
    what: shortText(what),
    because: shortText(because),
    since: toTimestamp(since),
    until: untilOf(until),
    about: about.map(([kind, id]) => thing(kind, id)),
    resumes: resumes === null ? null : shortText(typed(resumes))
  })

/** `1 webhook`, `2 webhooks`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

/** `member_registration` as `member registration`. */
export const spaced = (name: string): string => name.replaceAll("_", " ")
