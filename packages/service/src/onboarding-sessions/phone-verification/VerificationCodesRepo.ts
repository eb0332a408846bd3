import { PhoneNumber } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { sealedDocument } from "../../personal-data/SealedDocument.ts"
import { Vault } from "../../platform/crypto/Vault.ts"
import type { SessionHead } from "../SessionsRepo.ts"

/** The last code sent in a session. */
export interface StoredCode {
  readonly phone: S.PhoneNumber
  readonly code_hash: Uint8Array
  readonly attempts_left: number
  readonly sent: number
  readonly valid_until: Date
  readonly next_at: Date
}

type Row = Omit<StoredCode, "phone"> & { readonly phone: Uint8Array }
type Owner = Pick<SessionHead, "id" | "product_id">

/** The statements on verification codes. The caller holds the session's lock. */
export const verificationCodesRepo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const phones = sealedDocument(vault, { table: "verification_codes", column: "phone" }, PhoneNumber)

  return {
    /** The stored form of a code: a hash under a key of this database, valid for this session only. */
    hash: ({ id }: Owner, code: S.VerificationCode) =>
      vault.fingerprint("verification code", `${id} ${Redacted.value(code)}`),

    /**
     * The code of a sandbox, which sends none: derived from the session and the count of its codes, so that the view can show
     * it again after a reload, although only its hash is stored.
     */
    sandboxCode: ({ id }: Owner, sent: number) => {
      const digest = vault.fingerprint("verification code of a sandbox", `${id} ${sent}`)
      return Buffer.from(digest).readUIntBE(0, 6)
    },

    find: Effect.fnUntraced(function* (owner: Owner) {
      const [row] = yield* sql<Row>`SELECT phone, code_hash, attempts_left, sent, valid_until, next_at
        FROM verification_codes WHERE session_id = ${owner.id}`
      if (row === undefined) return undefined
      const code: StoredCode = { ...row, phone: yield* phones.open(owner, row.phone) }
      return code
    }),

    put: Effect.fnUntraced(function* (owner: Owner, code: StoredCode) {
      const phone = yield* phones.seal(owner, code.phone)
      yield* sql`DELETE FROM verification_codes WHERE session_id = ${owner.id}`
      yield* sql`INSERT INTO verification_codes
        ${sql.insert({ session_id: owner.id, product_id: owner.product_id, ...code, phone })}`
    }),

    spendAttempt: (owner: Owner, next_at: Date) =>
      sql`UPDATE verification_codes SET attempts_left = attempts_left - 1, next_at = ${next_at}
        WHERE session_id = ${owner.id}`,

    expire: (owner: Owner, at: Date) =>
      sql`UPDATE verification_codes SET valid_until = ${at} WHERE session_id = ${owner.id}`,

    remove: (owner: Owner) => sql`DELETE FROM verification_codes WHERE session_id = ${owner.id}`
  }
})
