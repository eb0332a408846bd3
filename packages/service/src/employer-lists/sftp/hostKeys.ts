import { fingerprintOf, newKeyPair, publicLineOf } from "@embedded-super/rules/sftp/SftpSettings"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import ssh2 from "ssh2"
import { audit, operator, type AuditEntry } from "../../platform/audit/audit.ts"
import { changeOf } from "../../platform/audit/changeOf.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import { transactions } from "../../platform/database/operation.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { type HostKeyName, sftpAccountsRepo } from "./SftpAccountsRepo.ts"

const cell = (row: HostKeyName) => ({ table: "sftp_host_keys", column: "sealed", tenant: "service", row })

const newKey = () => Redacted.make(newKeyPair("embedded-super").private)

const parsed = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
  const key = ssh2.utils.parseKey(Redacted.value(secret))
  return key instanceof Error ? yield* unreadable : { secret, key }
})

/**
 * The server's own key: Ed25519, generated once for this database and stored there sealed, so that funds can pin it. It
 * changes only by an operator's command, and a running server keeps the key that it started with.
 */
export const hostKey = Effect.gen(function* () {
  const repo = yield* sftpAccountsRepo
  const vault = yield* Vault
  const sealed = yield* repo.hostKey(yield* vault.seal(cell("current"), newKey()))
  return yield* parsed(yield* Effect.orDie(vault.open(cell("current"), sealed)))
})

/** The change of the server's key: the next key is made and shown first, so that funds pin it beside the current one. */
export const hostKeyChange = Effect.gen(function* () {
  const transaction = yield* transactions
  const repo = yield* sftpAccountsRepo
  const vault = yield* Vault

  const record = Effect.fnUntraced(function* (
    action: AuditEntry["action"],
    before: string | undefined,
    fingerprint: string
  ) {
    const change = changeOf(before === undefined ? undefined : { fingerprint: before }, { fingerprint })
    yield* audit({ actor: yield* operator, action, change })
  })

  return {
    /** The next key; undefined if none was made. */
    next: Effect.gen(function* () {
      const sealed = yield* repo.lockHostKey("next")
      if (sealed === undefined) return undefined
      return yield* parsed(yield* Effect.orDie(vault.open(cell("next"), sealed)))
    }),

    /** Makes the next key, in place of one that was made before and not used. */
    prepare: transaction("hostKeyChange.prepare")(function* () {
      const made = yield* parsed(newKey())
      yield* repo.setHostKey("next", yield* vault.seal(cell("next"), made.secret))
      yield* record("sftp.next_host_key", undefined, fingerprintOf(made.key))
      return made.key
    }),

    /** Makes the next key the server's own, for each server that starts from now on. */
    change: transaction("hostKeyChange.change")(function* () {
      const sealed = yield* repo.lockHostKey("next")
      if (sealed === undefined) return yield* noneMade
      const before = yield* hostKey
      const { key, secret } = yield* parsed(yield* Effect.orDie(vault.open(cell("next"), sealed)))
      yield* repo.setHostKey("current", yield* vault.seal(cell("current"), secret))
      yield* repo.removeHostKey("next")
      yield* record("sftp.change_host_key", fingerprintOf(before.key), fingerprintOf(key))
      return key
    })
  }
})

/** A key in the two forms in which funds pin it. */
export const pinned = (key: Parameters<typeof fingerprintOf>[0]) => ({
  publicKey: publicLineOf(key),
  fingerprint: fingerprintOf(key)
})

export type PinnedKey = ReturnType<typeof pinned>

const unreadable = new OperatorError({
  problem: "The SFTP server's key in the database can't be read.",
  remedy: "Restore the row of sftp_host_keys from a backup; funds have pinned this key."
})

const noneMade = new OperatorError({
  problem: "There is no next key.",
  remedy: "Make one with `admin sftp next-host-key`, and send it to the funds before you change to it."
})
