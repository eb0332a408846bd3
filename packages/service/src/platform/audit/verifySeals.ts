/**
 * Compares the audit log with its seals and their head, and names the places where they differ (D-audit-seals). It continues
 * behind such a place: each seal is compared with the one that is stored before it.
 *
 * The trap: all of it is what PostgreSQL answers. Who may put a view in the place of a table shows every reader what they like.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { inBackground } from "../database/StatementLimits.ts"
import { BEGINNING, type Head, makeChainHead } from "./chainHead.ts"
import { hashOf } from "./sealing.ts"
import { type Seal, type SealedEntry, sealsRepo } from "./SealsRepo.ts"

const AT_ONCE = 1000

/** Places that are named; more are counted. */
const NAMED = 10

/** An entry is sealed within seconds; one that was committed late, within five minutes. */
const WAIT = Duration.minutes(10)

/** The result: what the chain covers, and the places that aren't as they were sealed. */
export interface Verified {
  readonly sealed: number
  /** Entries that the next run of the job seals. */
  readonly waiting: number
  readonly head: Head | undefined
  /** The first of them. */
  readonly bad: ReadonlyArray<string>
  /** How many there are. */
  readonly found: number
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

/** Reads the whole chain. With `known`, a head that was noted elsewhere, the chain must also contain that. */
export const verifySeals = Effect.fn("verifySeals")(function* (known?: Head) {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* sealsRepo
  const chain = yield* makeChainHead
  const hash = yield* hashOf
  const read = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
    inBackground(sql)(Effect.andThen(repo.ownFunctions, statement))

  const bad: Array<string> = []
  let found = 0
  const note = (mistake: string | undefined) => {
    if (mistake === undefined) return
    found += 1
    if (bad.length < NAMED) bad.push(mistake)
  }

  // Read before the chain, which grows meanwhile.
  const kept = yield* Effect.catchTag(chain.read, "BrokenChain", (broken) => {
    note(broken.found)
    return Effect.succeed(undefined)
  })
  const heads = [
    ...(kept === undefined ? [] : [{ head: kept, which: "its head" }]),
    ...(known === undefined ? [] : [{ head: known, which: "the head that you gave" }])
  ]

  let last = BEGINNING
  let sealed = 0
  for (;;) {
    const seals: ReadonlyArray<SealedEntry> = yield* read(repo.page(last.seq, AT_ONCE))
    for (const seal of seals) {
      note(mistakeIn(seal, last, hash))
      for (const { head, which } of heads)
        if (seal.seq === head.seq && seal.hash !== head.hash)
          note(`seal ${seal.seq} has another hash than ${which}`)
      last = { seq: seal.seq, hash: seal.hash }
    }
    sealed += seals.length
    if (seals.length < AT_ONCE) break
  }
  for (const { head, which } of heads)
    if (head.seq > last.seq)
      note(`the chain ends before seal ${head.seq}, ${which}: entries at its end were removed`)
  const { forgotten, waiting } = yield* read(repo.unsealedNow(WAIT))
  if (forgotten !== null)
    note(
      `entry ${forgotten} has no seal after more than ${Duration.format(WAIT)}: no process seals, or it was inserted later`
    )
  const result: Verified = { sealed, waiting, head: last.seq === 0n ? undefined : last, bad, found }
  return result
})
