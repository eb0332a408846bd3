import type { FundId } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { fundsRepo } from "../../funds/FundsRepo.ts"
import { audit, operator } from "../../platform/audit/audit.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { fingerprintOf, readPublicKey } from "./publicKeys.ts"

/** A public key that grants access to a fund's account. */
export interface AccountKey {
  readonly fund: string
  readonly fund_id: FundId
  readonly fingerprint: string
  readonly public_key: string
  readonly last_used_at: Date | null
}

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
      const sql = yield* SqlClient.SqlClient
      const funds = yield* fundsRepo
      const columns = sql.literal(`f.slug AS fund, k.fund_id, k.fingerprint, k.public_key, k.last_used_at
        FROM sftp_keys k JOIN funds f ON f.id = k.fund_id`)

      const record = (
        action: string,
        fund: { readonly id: string; readonly slug: string },
        fingerprint: string
      ) =>
        Effect.flatMap(operator, (actor) =>
          audit({
            actor,
            action,
            entity: { kind: "fund", id: fund.id },
            detail: { slug: fund.slug, fingerprint }
          })
        ).pipe(Effect.provideService(SqlClient.SqlClient, sql))

      const provision = Effect.fn("SftpAccounts.provision")(
        function* (slug: string, text: string) {
          const fund = yield* funds.lockNamed(slug)
          const key = readPublicKey(text)
          if (key === undefined) return yield* notAKey
          const fingerprint = fingerprintOf(key)
          yield* sql`INSERT INTO sftp_accounts (fund_id, inserted_at) VALUES (${fund.id}, platform_now())
            ON CONFLICT DO NOTHING`
          yield* sql`INSERT INTO sftp_keys (fund_id, fingerprint, public_key, inserted_at)
            VALUES (${fund.id}, ${fingerprint}, ${`ssh-ed25519 ${key.getPublicSSH().toString("base64")}`}, platform_now())
            ON CONFLICT DO NOTHING`
          yield* record("sftp.provision", fund, fingerprint)
          return fingerprint
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      const revoke = Effect.fn("SftpAccounts.revoke")(
        function* (slug: string, fingerprint: string) {
          const fund = yield* funds.lockNamed(slug)
          const rows =
            yield* sql`DELETE FROM sftp_keys WHERE fund_id = ${fund.id} AND fingerprint = ${fingerprint}
            RETURNING fingerprint`
          if (rows.length === 0) return yield* noSuchKey(slug)
          yield* record("sftp.revoke", fund, fingerprint)
        },
        sql.withTransaction,
        Effect.catchTag("SqlError", Effect.die)
      )

      return SftpAccounts.of({
        provision,
        revoke,
        list: Effect.orDie(sql<AccountKey>`SELECT ${columns} ORDER BY f.slug, k.inserted_at`),
        find: (user, fingerprint) =>
          Effect.map(
            sql<AccountKey>`SELECT ${columns} WHERE f.slug = ${user} AND k.fingerprint = ${fingerprint}`,
            (rows) => Option.fromUndefinedOr(rows[0])
          ),
        used: ({ fingerprint, fund_id }) =>
          Effect.asVoid(sql`UPDATE sftp_keys SET last_used_at = platform_now()
          WHERE fund_id = ${fund_id} AND fingerprint = ${fingerprint}`)
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
