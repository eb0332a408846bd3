import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { KeyObject } from "node:crypto"
import type { CannotOpen, Cell } from "../../platform/crypto/envelope.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { newId } from "../../platform/ids/newId.ts"
import { makePartnerKeysOf } from "./partnerKeys.ts"
import { generateSecret, signingKey } from "./signing.ts"

/** How long a replaced secret still signs, beside the new one. */
const OVERLAP = "24 hours"

interface Endpoint {
  readonly id: string
  readonly productId: string
}

const cell = (endpoint: Endpoint, id: string): Cell => ({
  table: "webhook_secrets",
  column: "sealed",
  tenant: endpoint.productId,
  row: id
})

/** What an endpoint's webhooks are signed with. Secrets are sealed in the database, and shown once, when they are made. */
export class EndpointSecrets extends Context.Service<
  EndpointSecrets,
  {
    /**
     * Makes the endpoint's current secret. One that it replaces signs on for 24 hours; one that was replaced before
     * stops now, so that two are live at most.
     */
    readonly replace: (endpoint: Endpoint) => Effect.Effect<Redacted.Redacted, SqlError>
    /** The keys to sign with now: the endpoint's secrets, then its partner's keys; of each the current one first. */
    readonly signingKeys: (
      endpoint: Endpoint
    ) => Effect.Effect<ReadonlyArray<KeyObject>, CannotOpen | SqlError>
  }
>()("@embedded-super/service/webhooks/EndpointSecrets") {
  static readonly layer = Layer.effect(
    EndpointSecrets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const partnerKeysOf = yield* makePartnerKeysOf
      const replace = Effect.fn("EndpointSecrets.replace")(function* (endpoint: Endpoint) {
        const secret = generateSecret()
        const id = yield* newId
        const sealed = yield* vault.seal(cell(endpoint, id), secret)
        const write = Effect.gen(function* () {
          // First, so that of two replacements at once the second waits here. Workers notice the new version.
          const [row] = yield* sql<{ at: Date }>`UPDATE webhook_endpoints SET version = version + 1,
            updated_at = platform_now() WHERE id = ${endpoint.id} RETURNING updated_at AS at`
          const at = row?.at ?? null
          yield* sql`UPDATE webhook_secrets SET expires_at = ${at}
            WHERE endpoint_id = ${endpoint.id} AND expires_at > ${at}`
          yield* sql`UPDATE webhook_secrets SET expires_at = ${at}::timestamptz + ${OVERLAP}::interval
            WHERE endpoint_id = ${endpoint.id} AND expires_at IS NULL`
          yield* sql`INSERT INTO webhook_secrets (id, endpoint_id, sealed, inserted_at)
            VALUES (${id}, ${endpoint.id}, ${sealed}, ${at})`
          yield* (yield* FaultPoint)("secret_rotation")
        })
        yield* sql.withTransaction(write)
        return secret
      })

      const signingKeys = Effect.fn("EndpointSecrets.signingKeys")(function* (endpoint: Endpoint) {
        const rows = yield* sql<{ id: string; sealed: Uint8Array }>`
          SELECT id, sealed FROM webhook_secrets
          WHERE endpoint_id = ${endpoint.id} AND (expires_at IS NULL OR expires_at > platform_now())
          ORDER BY expires_at DESC NULLS FIRST`
        const secrets = yield* Effect.forEach(rows, ({ id, sealed }) =>
          Effect.map(vault.open(cell(endpoint, id), sealed), signingKey)
        )
        return [...secrets, ...(yield* partnerKeysOf(endpoint.productId))]
      })

      return EndpointSecrets.of({ replace, signingKeys })
    })
  )
}
