import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { KeyObject } from "node:crypto"
import type { CannotOpen, Cell } from "../../platform/crypto/envelope.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { things } from "../../platform/timeline/things.ts"
import { Timeline } from "../../platform/timeline/Timeline.ts"
import { FaultPoint } from "../../platform/jobs/FaultPoint.ts"
import { newId } from "../../platform/ids/newId.ts"
import { endpointsRepo, type SealedKey } from "./EndpointsRepo.ts"
import { generateSecret, signingKey } from "@embedded-super/rules/webhooks/signing"
import { OPERATOR } from "../events/operatorBody.ts"
import { makePartnerKey } from "./WebhookKeys.ts"

/** How long a replaced secret still signs, beside the new one. */
// mutant (secretRotation): a replaced secret still signs for a day: `24 hours` -> `0 hours`
const OVERLAP = "24 hours"

/** The effect of a rotation on the live secrets. During an overlap an older secret is live beside the newest. */
const rotations = {
  no_overlap: { older: "keeps its end", newest: "ends after the overlap" },
  overlap: { older: "keeps its end", newest: "ends now" },
  overlap_end_oldest: { older: "ends now", newest: "ends after the overlap" }
} as const

interface Endpoint {
  readonly id: string
  readonly productId: string
}

/** The operator's tenant isn't its id, so that a version without operator events can't sign them, and leaves them waiting. */
const cell = ({ productId }: Pick<Endpoint, "productId">, id: string): Cell => ({
  table: "webhook_secrets",
  column: "sealed",
  tenant: productId === OPERATOR ? "operator" : productId,
  row: id
})

/**
 * The secrets that sign an endpoint's webhooks. They are sealed in the database, and shown once, when they are made.
 */
export class EndpointSecrets extends Context.Service<
  EndpointSecrets,
  {
    /**
     * Makes a new current secret for the endpoint, and ends others by `rotations`: two are live at most. `endOldest`
     * selects the row of the table for an overlap.
     */
    readonly replace: (
      endpoint: Endpoint,
      options?: { readonly endOldest: boolean }
    ) => Effect.Effect<Redacted.Redacted, SqlError>
    /**
     * The keys that sign now: first the endpoint's secrets, then its partner's keys; in each group the current one
     * first.
     */
    readonly signingKeys: (
      endpoint: Endpoint
    ) => Effect.Effect<ReadonlyArray<KeyObject>, CannotOpen | SqlError>
    /** Opens keys that were read from the database. */
    readonly opened: (keys: ReadonlyArray<SealedKey>) => Effect.Effect<ReadonlyArray<KeyObject>, CannotOpen>
  }
>()("@embedded-super/service/webhooks/EndpointSecrets") {
  static readonly layer = Layer.effect(
    EndpointSecrets,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const repo = yield* endpointsRepo
      const vault = yield* Vault
      const partnerKey = yield* makePartnerKey
      const timeline = yield* Timeline

      const noteReplaced = Effect.fnUntraced(function* ({ id, productId }: Endpoint) {
        const until = yield* repo.overlapEnd(id)
        yield* timeline.note({
          kind: "webhook_secret_replaced",
          detail: { both_until: until?.toISOString() ?? null },
          about: things({ webhook_endpoint: id, product: productId })
        })
      })

      const opened = (keys: ReadonlyArray<SealedKey>) =>
        Effect.forEach(keys, (key) => {
          if (key.kind === "partner_key") return partnerKey(key)
          const sealed = Buffer.from(key.sealed, "hex")
          return Effect.map(vault.open(cell({ productId: key.tenant }, key.id), sealed), signingKey)
        })

      return EndpointSecrets.of({
        replace: Effect.fn("EndpointSecrets.replace")(function* (endpoint, options) {
          const secret = generateSecret()
          const id = yield* newId
          const sealed = yield* vault.seal(cell(endpoint, id), secret)
          const write = Effect.gen(function* () {
            // This statement comes first, so that the second of two concurrent replacements waits here. Workers notice
            // the new version.
            const at = yield* repo.raiseVersion(endpoint.id)
            const isOverlap = yield* repo.isOverlap(endpoint.id, at)
            const ends =
              rotations[!isOverlap ? "no_overlap" : options?.endOldest ? "overlap_end_oldest" : "overlap"]
            if (ends.older === "ends now") yield* repo.endOlder(endpoint.id, at)
            const replaced = yield* repo.endNewest(
              endpoint.id,
              at,
              ends.newest === "ends now" ? "0" : OVERLAP
            )
            yield* repo.insertSecret(endpoint.id, { id, sealed }, at)
            if (timeline.isOn && replaced.length > 0) yield* noteReplaced(endpoint)
            yield* (yield* FaultPoint)("secret_rotation")
          })
          yield* sql.withTransaction(write)
          return secret
        }),

        signingKeys: Effect.fn("EndpointSecrets.signingKeys")(function* (endpoint) {
          return yield* opened(yield* repo.signingKeys(endpoint.id))
        }),

        opened
      })
    })
  )
}
