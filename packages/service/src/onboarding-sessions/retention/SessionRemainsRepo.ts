import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Vault } from "../../platform/crypto/Vault.ts"
import type { SessionDetails } from "../sessionDetails.ts"
import type { SessionHead } from "../SessionsRepo.ts"

/** The remains of a session's details, without the person's names. */
const remainsOf = ({ contact, identity, prefilled, ...given }: SessionDetails, vault: Vault["Service"]) => {
  const who = identity ?? prefilled?.identity ?? null
  const address = contact?.address ?? prefilled?.address ?? null
  const born = who?.date_of_birth ?? null
  const email = contact?.email ?? given.email
  const phone = contact?.phone_number ?? given.phone_number
  return {
    email_hash: email === null ? null : vault.fingerprint("anonymised email", email.toLowerCase()),
    phone_hash: phone === null ? null : vault.fingerprint("anonymised phone number", phone),
    birth_year: born === null ? null : Number(born.slice(0, 4)),
    gender: who?.gender ?? null,
    locality: address?.locality ?? null,
    postcode: address?.postcode ?? null,
    state: address?.state ?? null
  }
}

/**
 * Writes the remains that may be kept after a session's retention time (D-retention): year of birth, gender, locality,
 * postcode and state, and keyed hashes of the contacts. Names, address lines, the rest of the date and the tax file
 * number are gone.
 */
export const sessionRemains = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault

  return (session: SessionHead, details: SessionDetails, at: Date) =>
    sql`INSERT INTO session_remains ${sql.insert({
      session_id: session.id,
      product_id: session.product_id,
      ...remainsOf(details, vault),
      anonymised_at: at
    })} ON CONFLICT (session_id) DO NOTHING`
})
