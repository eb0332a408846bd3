/** Compares the audit log with its seals, and names the first place where they differ (D-audit-seals). */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../database/StatementLimits.ts"
import { hashOf, LATE, NO_HASH } from "./sealing.ts"
import { type Seal, type SealedEntry, sealsRepo } from "./SealsRepo.ts"

const AT_ONCE = 1000

/** A head of the chain that was noted elsewhere. */
export interface Head {
  readonly seq: bigint
  readonly hash: string
}

/** The result: what the chain covers, and the first place that isn't as it was sealed. */
export interface Verified {
  readonly sealed: bigint
  /** Entries that the next run of the job seals. */
  readonly waiting: number
  readonly head: Head | undefined
  readonly bad: string | undefined
}

const nameOf = ({ at, id, seq }: Seal) => `entry ${id} of ${at} (seal ${seq})`

/** What is wrong with a seal and its entry; undefined if nothing is. */
const mistakeIn = (
  seal: SealedEntry,
  before: Head,
  hash: (before: string, seal: Omit<Seal, "hash">) => string
): string | undefined => {
  if (seal.seq !== before.seq + 1n)
    return `seal ${before.seq + 1n} is missing: entries were removed with their seals`
  if (hash(before.hash, seal) !== seal.hash)
    return `seal ${seal.seq} doesn't follow from the seal before: it was altered, inserted or moved`
  if (seal.found === null) return seal.is_expired ? undefined : `${nameOf(seal)} was deleted`
  return seal.found === seal.digest ? undefined : `${nameOf(seal)} was altered`
}

const endsBefore = ({ seq }: Head) => `the chain ends before seal ${seq}: entries at its end were removed`

/** Reads the whole chain. With `known`, the chain must also contain this head. */
export const verifySeals = Effect.fn("verifySeals")(function* (known?: Head) {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* sealsRepo
  const hash = yield* hashOf
  let last: Head = { seq: 0n, hash: NO_HASH }
  let bad: string | undefined
  const result = (waiting: number): Verified => ({
    sealed: last.seq,
    waiting,
    head: last.seq === 0n ? undefined : last,
    bad
  })
  for (;;) {
    const seals: ReadonlyArray<SealedEntry> = yield* repo.page(last.seq, AT_ONCE)
    for (const seal of seals) {
      bad = mistakeIn(seal, last, hash)
      if (bad === undefined && seal.seq === known?.seq && seal.hash !== known.hash)
        bad = `seal ${seal.seq} has another hash than the head that you gave`
      if (bad !== undefined) return result(0)
      last = { seq: seal.seq, hash: seal.hash }
    }
    if (seals.length < AT_ONCE) break
  }
  if (known !== undefined && known.seq > last.seq) bad = endsBefore(known)
  const { behind, waiting } = yield* inBackground(sql)(repo.unsealedNow(LATE))
  if (behind !== null)
    bad ??= `entry ${behind} has no seal, and is older than any that would still get one: it was inserted later`
  return result(waiting)
})
