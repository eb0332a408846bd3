/**
 * The head of the chain over the audit log: the last seal, in a row of its own (D-audit-seals). Without it, whoever deletes seals
 * and alters their entries would have the service itself seal them again.
 *
 * Why the vault is asked whether the chain has begun: a row that was deleted looks like one that was never there. The mark
 * can't be taken off without the master key.
 *
 * The trap: an older row of the same database is genuine, too. Who kept one may cut off the chain there; a head that is kept
 * elsewhere shows it.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Vault } from "../crypto/Vault.ts"
import { equalBytes } from "../crypto/envelope.ts"
import { sealsRepo } from "./SealsRepo.ts"

/** The number and the hash of a seal. */
export interface Head {
  readonly seq: bigint
  readonly hash: string
}

/** Before the first seal. */
export const BEGINNING: Head = { seq: 0n, hash: "0".repeat(64) }

/** The seals up to the head, or the head itself, aren't what was sealed: nothing may be sealed behind them. */
export class BrokenChain extends Data.TaggedError("BrokenChain")<{ readonly found: string }> {}

const NO_HEAD = "the head of the chain was removed or altered"

export const makeChainHead = Effect.gen(function* () {
  const repo = yield* sealsRepo
  const vault = yield* Vault
  const macOf = ({ hash, seq }: Head) => vault.fingerprint("audit head", `${seq} ${hash}`)

  /** The head; undefined if no process has begun the chain, or continued that of an earlier version. */
  const read = Effect.gen(function* () {
    const kept = yield* repo.keptHead
    if (kept !== undefined && equalBytes(macOf(kept), kept.mac)) return { seq: kept.seq, hash: kept.hash }
    return (yield* vault.isMarked) ? yield* new BrokenChain({ found: NO_HEAD }) : undefined
  })

  return {
    read,

    /** Fails if the seal that the head names isn't there any more. */
    require: Effect.gen(function* () {
      const head = yield* read
      if (head === undefined || head.seq === 0n) return head
      const { hash } = (yield* repo.find(head.seq)) ?? BEGINNING
      if (hash !== head.hash)
        return yield* new BrokenChain({ found: `seal ${head.seq} was removed or altered` })
      return head
    }),

    /** Moves the head; once in the life of a database, marks that there is one. */
    keep: Effect.fnUntraced(function* (before: Head | undefined, head: Head) {
      if (before === undefined) yield* vault.mark
      yield* repo.keepHead(head, macOf(head))
    })
  }
})
