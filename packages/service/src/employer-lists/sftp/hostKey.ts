import { newKeyPair } from "@embedded-super/rules/sftp/SftpSettings"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import ssh2 from "ssh2"
import { Vault } from "../../platform/crypto/Vault.ts"
import { OperatorError } from "../../platform/OperatorError.ts"
import { sftpAccountsRepo } from "./SftpAccountsRepo.ts"

const CELL = { table: "sftp_host_keys", column: "sealed", tenant: "service", row: "current" }

/**
 * The server's own key: Ed25519, generated once for this database and stored there sealed, so that it never changes for
 * funds that pin it.
 */
export const hostKey = Effect.gen(function* () {
  const repo = yield* sftpAccountsRepo
  const vault = yield* Vault
  const fresh = newKeyPair("embedded-super").private
  const sealed = yield* repo.hostKey(yield* vault.seal(CELL, Redacted.make(fresh)))
  const text = yield* Effect.orDie(vault.open(CELL, sealed))
  const key = ssh2.utils.parseKey(Redacted.value(text))
  if (key instanceof Error) {
    return yield* new OperatorError({
      problem: "The SFTP server's key in the database can't be read.",
      remedy: "Restore the row of sftp_host_keys from a backup; funds have pinned this key."
    })
  }
  return { secret: text, key }
})
