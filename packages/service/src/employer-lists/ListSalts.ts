import type { FundId } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { SqlError } from "effect/sql/SqlError"
import { isSalt, isWeakSalt } from "@embedded-super/rules/employer-list/listKeys"
import { fundsRepo } from "../funds/FundsRepo.ts"
import { audit, operator } from "../platform/audit/audit.ts"
import type { Cell } from "../platform/crypto/envelope.ts"
import { Vault } from "../platform/crypto/Vault.ts"
import { newId } from "../platform/ids/newId.ts"
import { OperatorError } from "../platform/OperatorError.ts"
import { transactions } from "../platform/database/operation.ts"
import { entriesRepo } from "./EntriesRepo.ts"

interface ListSalt {
  readonly id: string
  readonly salt: Redacted.Redacted
  /** Whether the salt is too short to hide anything. */
  readonly isWeak: boolean
}

/** The cell of the database that holds a sealed salt. */
export const saltCell = (fundId: FundId, id: string): Cell => ({
  table: "employer_list_salts",
  column: "sealed",
  tenant: fundId,
  row: id
})

/**
 * The salts that were agreed with funds for their hashed lists: sealed, and never shown. A new salt applies to files
 * that arrive from now on. The list in force keeps the salt that it was made with, so both exist during a rotation.
 */
export class ListSalts extends Context.Service<
  ListSalts,
  {
    /** Sets the salt for the fund's next file. `isWeak`: the salt is too short to hide anything. */
    readonly replace: (
      slug: string,
      salt: Redacted.Redacted
    ) => Effect.Effect<{ readonly isWeak: boolean }, OperatorError>
    /** The salt for files that arrive now. */
    readonly current: (fundId: FundId) => Effect.Effect<Option.Option<ListSalt>, SqlError>
  }
>()("@embedded-super/service/employer-lists/ListSalts") {
  static readonly layer = Layer.effect(
    ListSalts,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const vault = yield* Vault
      const funds = yield* fundsRepo
      const repo = yield* entriesRepo
      return ListSalts.of({
        current: Effect.fn("ListSalts.current")(function* (fundId) {
          const row = yield* repo.newestSalt(fundId)
          if (row === undefined) return Option.none()
          const salt = yield* Effect.orDie(vault.open(saltCell(fundId, row.id), row.sealed))
          return Option.some({ id: row.id, salt, isWeak: isWeakSalt(salt) })
        }),

        replace: transaction("ListSalts.replace")(function* (slug, salt) {
          const fund = yield* funds.lockNamed(slug)
          if (!isSalt(salt)) return yield* notASalt
          const id = yield* newId
          const sealed = yield* vault.seal(saltCell(fund.id, id), salt)
          yield* repo.insertSalt(fund.id, { id, sealed })
          yield* audit({
            actor: yield* operator,
            action: "employer_list.salt",
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug }
          })
          return { isWeak: isWeakSalt(salt) }
        })
      })
    })
  )
}

const notASalt = new OperatorError({
  problem: "The salt can't be used: a salt is 1 to 256 printable characters without spaces.",
  remedy: "Give a file that holds only the salt, or write the salt to standard input."
})
