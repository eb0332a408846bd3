import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { StoredFund } from "../funds/FundsRepo.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { type Values, valuesBy } from "@embedded-super/rules/employer-list/checkRow"
import { maxAgeDays } from "@embedded-super/rules/employer-list/listRules"
import { hashedAbn, listKeys } from "@embedded-super/rules/employer-list/listKeys"
import { entriesRepo, type ListedEmployer, type NamingRow } from "./EntriesRepo.ts"
import { saltCell } from "./ListSalts.ts"

/** How a generation names employers; without a salt, by the hash of the ABN alone. */
interface Naming {
  readonly format: "plain" | "hashed"
  readonly salt: Redacted.Redacted | null
}

/**
 * Looks an employer up in a fund's list in force. Its result has the form of the live lookup's, and it fails closed:
 * without a list, with a stale one, or if a shrunken list on hold no longer contains the employer, it returns no match.
 */
export class ListLookup extends Context.Service<
  ListLookup,
  {
    readonly ask: (fund: StoredFund, abn: S.Abn) => Effect.Effect<Option.Option<Values>, SqlError>
  }
>()("@embedded-super/service/employer-lists/ListLookup") {
  static readonly layer = Layer.effect(
    ListLookup,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const entries = yield* entriesRepo
      const vault = yield* Vault
      const writers = new Map<S.FundId, ReturnType<typeof listKeys>>()

      const keysOf = (fundId: S.FundId) => {
        const writer = writers.get(fundId) ?? listKeys(vault.fingerprint("employer-list", fundId))
        writers.set(fundId, writer)
        return writer
      }

      const naming = Effect.fnUntraced(function* (fundId: S.FundId, { format, salt_id, sealed }: NamingRow) {
        if (sealed === null || salt_id === null) return { format, salt: null }
        return { format, salt: yield* Effect.orDie(vault.open(saltCell(fundId, salt_id), sealed)) }
      })

      const learn = Effect.fnUntraced(function* (fundId: S.FundId) {
        const rows = yield* entries.namings(fundId)
        const current = rows.find(({ held }) => held !== true)
        if (current === undefined) return undefined
        const held = rows.find((row) => row.held === true)
        return {
          generation: current.generation,
          heldGeneration: current.held_generation,
          naming: yield* naming(fundId, current),
          heldNaming: held === undefined ? null : yield* naming(fundId, held)
        }
      })

      /** The two generations that a lookup reads, as cached by this process: its statement checks them (D-remembered). */
      type Known = NonNullable<Effect.Success<ReturnType<typeof learn>>>
      const known = new Map<S.FundId, Known>()

      const keyOf = (fundId: S.FundId, abn: S.Abn, { format, salt }: Naming) =>
        keysOf(fundId).of(
          format === "plain" ? abn : hashedAbn(salt === null ? "" : Redacted.value(salt), abn)
        )

      const noKey = Buffer.alloc(0)

      const look = (fund: StoredFund, abn: S.Abn, from: Known | undefined) => {
        const key = from === undefined ? noKey : keyOf(fund.id, abn, from.naming)
        const heldKey = from?.heldNaming == null ? noKey : keyOf(fund.id, abn, from.heldNaming)
        return entries.find(fund, { key, heldKey, maxAgeDays: maxAgeDays(fund.profile) })
      }

      const isOf = (found: ListedEmployer, from: Known | undefined) =>
        from !== undefined &&
        from.generation === found.generation &&
        from.heldGeneration === found.held_generation

      /** Learns the generations and looks in them, in one snapshot: no change of the list falls between the two. */
      const learnAndLook = Effect.fnUntraced(
        function* (fund: StoredFund, abn: S.Abn) {
          const learned = yield* learn(fund.id)
          if (learned === undefined) return undefined
          known.set(fund.id, learned)
          return yield* look(fund, abn, learned)
        },
        sql.withTransaction,
        Effect.provideService(
          SqlClient.BeginTransaction,
          "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
        )
      )

      return ListLookup.of({
        ask: Effect.fn("ListLookup.ask")(function* (fund, abn) {
          // Looks in the cached generations first: one statement, unless the list has changed since.
          const from = known.get(fund.id)
          const cached = yield* look(fund, abn, from)
          if (cached === undefined) return Option.none()
          const found = isOf(cached, from) ? cached : yield* learnAndLook(fund, abn)
          return found !== undefined && found.is_fresh && found.is_listed
            ? Option.some(valuesBy((column) => found[column]))
            : Option.none()
        })
      })
    })
  )
}
