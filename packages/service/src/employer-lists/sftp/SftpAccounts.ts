import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { fingerprintOf, publicLineOf, readPublicKey } from "@embedded-super/rules/sftp/SftpSettings"
import { fundsRepo, type StoredFund } from "../../funds/FundsRepo.ts"
import { audit, operator, type AuditEntry } from "../../platform/audit/audit.ts"
import { transactions } from "../../platform/database/operation.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { type AccountKey, sftpAccountsRepo } from "./SftpAccountsRepo.ts"

/**
 * The SFTP accounts that the service provisions for funds (R-5-9): one for each fund, named by its slug, with access
 * only by Ed25519 keys. A fund may have several keys, so that it can rotate them without a gap.
 */
export class SftpAccounts extends Context.Service<
  SftpAccounts,
  {
    /** Adds a key to the fund's account, and creates the account if there is none. Returns the key's fingerprint. */
    readonly provision: (slug: string, publicKey: string) => Effect.Effect<string, OperatorError>
    /** Removes a key; sessions that it opened continue until they end. */
    readonly revoke: (slug: string, fingerprint: string) => Effect.Effect<void, OperatorError>
    readonly list: Effect.Effect<ReadonlyArray<AccountKey>>
    /** Finds a key of the account by its fingerprint. */
    readonly find: (user: string, fingerprint: string) => Effect.Effect<Option.Option<AccountKey>, SqlError>
    readonly used: (key: AccountKey) => Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/employer-lists/sftp/SftpAccounts") {
  static readonly layer = Layer.effect(
    SftpAccounts,
    Effect.gen(function* () {
      const transaction = yield* transactions
      const funds = yield* fundsRepo
      const repo = yield* sftpAccountsRepo

      const record = Effect.fnUntraced(function* (
        action: AuditEntry["action"],
        fund: StoredFund,
        fingerprint: string
      ) {
        yield* audit({
          actor: yield* operator,
          action,
          entity: { kind: "fund", id: fund.id },
          detail: { slug: fund.slug, fingerprint }
        })
      })

      return SftpAccounts.of({
        provision: transaction("SftpAccounts.provision")(function* (slug, text) {
          const fund = yield* funds.lockNamed(slug)
          const key = readPublicKey(text)
          if (key === undefined) return yield* notAKey
          const fingerprint = fingerprintOf(key)
          yield* repo.addKey(fund.id, fingerprint, publicLineOf(key))
          yield* record("sftp.provision", fund, fingerprint)
          return fingerprint
        }),

        revoke: transaction("SftpAccounts.revoke")(function* (slug, fingerprint) {
          const fund = yield* funds.lockNamed(slug)
          if (!(yield* repo.removeKey(fund.id, fingerprint))) return yield* noSuchKey(slug)
          yield* record("sftp.revoke", fund, fingerprint)
        }),

        list: Effect.orDie(repo.list),
        find: (user, fingerprint) => Effect.map(repo.find(user, fingerprint), Option.fromUndefinedOr),
        used: ({ fingerprint, fund_id }) => Effect.asVoid(repo.used(fund_id, fingerprint))
      })
    })
  )
}

const notAKey = new OperatorError({
  problem: "This isn't an Ed25519 public key.",
  remedy:
    "Ask the fund for the line `ssh-ed25519 AAAA…` of its .pub file (ssh-keygen -t ed25519), and give that file."
})

const noSuchKey = (slug: string) =>
  new OperatorError({
    problem: `The account of the fund ${slug} has no key with this fingerprint.`,
    remedy: "See `admin sftp list`."
  })
