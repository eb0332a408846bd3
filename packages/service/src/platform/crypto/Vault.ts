/**
 * Encryption of personal data and secrets in the database. `envelope` has the format of a sealed value, and `MasterKeys`
 * reads the key file. A value that must be found without being read has a keyed fingerprint.
 *
 * Why each value has its own data key: the key is wrapped and stored in the sealed bytes, so deleting these bytes
 * destroys the value. A new master key wraps new values; `resealing` wraps the older ones, on an operator's command.
 *
 * The trap: the cell (table, column, tenant, row) is authenticated with the value. A value doesn't open if it is copied
 * to another cell, or if the code names the cell differently. In the same way, another purpose of a fingerprint finds
 * none of the stored ones.
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto"
import { OperatorError } from "../OperatorError.ts"
import { databaseDefects } from "../database/operation.ts"
import { type CannotOpen, type Cell, DEFLATED, keyIdOf, open, seal } from "./envelope.ts"
import { MasterKeys } from "./MasterKeys.ts"
import { resealingRepo } from "./ResealingRepo.ts"
import { vaultKeysRepo } from "./VaultKeysRepo.ts"

/**
 * Protects personal data and secrets at rest.
 *
 * A value is sealed for one cell of the database (its table, column, tenant and row) and opens only there. A value that
 * must be found without being read (an e-mail address, a request body) is found by its fingerprint.
 */
export class Vault extends Context.Service<
  Vault,
  {
    /** Encrypts a text under its own data key; the bytes go into a `bytea` column. */
    readonly seal: (cell: Cell, plain: Redacted.Redacted | string) => Effect.Effect<Uint8Array>
    /** Decrypts. Fails if the bytes were altered, belong to another cell, or the master key is missing. */
    readonly open: (cell: Cell, sealed: Uint8Array) => Effect.Effect<Redacted.Redacted, CannotOpen>
    /**
     * HMAC-SHA256 (32 bytes) under a secret of this database and the purpose: equal values have equal fingerprints
     * within one purpose, and values can't be guessed by trial without the secret.
     */
    readonly fingerprint: (purpose: string, value: Redacted.Redacted | string | Uint8Array) => Uint8Array
    /**
     * One bit of this database: whether `mark` was ever called. Without the master key nobody can take it off, but by an
     * older copy of `vault_keys`. Also true if the key that it is kept with can't be opened.
     */
    readonly isMarked: Effect.Effect<boolean, SqlError>
    readonly mark: Effect.Effect<void, SqlError>
  }
>()("@embedded-super/service/platform/crypto/Vault") {
  static readonly layer: Layer.Layer<Vault, OperatorError, MasterKeys | SqlClient.SqlClient> = Layer.effect(
    Vault,
    Effect.gen(function* () {
      const keys = yield* MasterKeys
      const stored = yield* vaultKeysRepo
      const lookupKey = yield* readLookupKey
      yield* refuseRetired
      const alarm = makeMissingKeyAlarm()
      const fingerprintKeys = new Map<string, KeyObject>()
      const fingerprintKey = (purpose: string): KeyObject => {
        const known = fingerprintKeys.get(purpose)
        if (known !== undefined) return known
        const bytes = new Uint8Array(hkdfSync("sha256", Redacted.value(lookupKey), "", purpose, 32))
        const derived = createSecretKey(bytes)
        fingerprintKeys.set(purpose, derived)
        return derived
      }
      return Vault.of({
        seal: (cell, plain) => Effect.sync(() => seal(keys, cell, Buffer.from(textOf(plain)))),
        open: (cell, sealed) =>
          Effect.fromResult(open(keys, cell, sealed)).pipe(
            Effect.tapError(({ reason }) => (reason === "unknown_master_key" ? alarm(sealed) : Effect.void)),
            Effect.map((plain) => Redacted.make(new TextDecoder().decode(plain)))
          ),
        fingerprint: (purpose, value) =>
          createHmac("sha256", fingerprintKey(purpose))
            .update(value instanceof Uint8Array ? value : textOf(value))
            .digest(),
        // The bit is the form in which the lookup key is sealed: each version opens both, and the form is authenticated.
        isMarked: Effect.map(
          stored.find(LOOKUP.row),
          (sealed) => sealed[0] === DEFLATED || Result.isFailure(open(keys, LOOKUP, sealed))
        ),
        mark: Effect.suspend(() =>
          stored.replace(LOOKUP.row, seal(keys, LOOKUP, Redacted.value(lookupKey), DEFLATED))
        ).pipe(Effect.asVoid)
      })
    })
  )
}

const textOf = (value: Redacted.Redacted | string): string =>
  Redacted.isRedacted(value) ? Redacted.value(value) : value

/** How often a missing key is logged: each value that needs it is tried again and again. */
const ALARM_EVERY = 60_000

/** Logs that a value is sealed under a master key that this process lacks: what needs the value waits. */
const makeMissingKeyAlarm = () => {
  const loggedAt = new Map<string, number>()
  return Effect.fnUntraced(function* (sealed: Uint8Array) {
    const master_key = keyIdOf(sealed)
    const at = yield* Clock.currentTimeMillis
    if (at - (loggedAt.get(master_key) ?? -Infinity) < ALARM_EVERY) return
    loggedAt.set(master_key, at)
    yield* Effect.logError(
      "This process lacks a master key that values are sealed under; what needs them waits. Add the key to MASTER_KEY_FILE, and restart"
    ).pipe(Effect.annotateLogs({ master_key }))
  })
}

/** Fails if the first key of the file was retired: it would seal again what nobody can open later. */
const refuseRetired = Effect.gen(function* () {
  const { current } = yield* MasterKeys
  if (yield* databaseDefects((yield* resealingRepo).isRetired(current.id))) {
    return yield* new OperatorError({
      problem: `The first key of MASTER_KEY_FILE (${Buffer.from(current.id).toString("hex")}) was retired.`,
      remedy: "Put the new key on the first line, and remove the retired one."
    })
  }
})

const LOOKUP: Cell = { table: "vault_keys", column: "sealed", tenant: "service", row: "lookup" }

/**
 * The secret behind every fingerprint. It is random, belongs to the database (so fingerprints survive a change of the
 * master key), and is stored there sealed; opening it proves that the master key is the right one.
 */
const readLookupKey = Effect.gen(function* () {
  const keys = yield* MasterKeys
  const repo = yield* vaultKeysRepo
  const sealed = yield* repo.findOrInsert(LOOKUP.row, seal(keys, LOOKUP, randomBytes(32)))
  const key = yield* Effect.fromResult(open(keys, LOOKUP, sealed))
  return Redacted.make(key)
}).pipe(
  databaseDefects,
  Effect.mapError(
    () =>
      new OperatorError({
        problem: "The master key is not the one that this database was sealed with.",
        remedy:
          "Put the right key file back (MASTER_KEY_FILE, by default .keys/master.key), or start with an empty database."
      })
  )
)
