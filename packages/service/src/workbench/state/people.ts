import * as Effect from "effect/Effect"
import { IntentDetails } from "../../onboarding-session-intents/IntentsRepo.ts"
import { SessionDetails } from "../../onboarding-sessions/sessionDetails.ts"
import { type Owner, sealedDocument } from "../../personal-data/SealedDocument.ts"
import { Vault } from "../../platform/crypto/Vault.ts"

interface Named {
  readonly given_name?: string | null
  readonly family_name?: string | null
}

/** `N. O.`: the only part of a name that the Workbench shows. Null if there is no name. */
const initialsOf = ({ family_name, given_name }: Named): string | null => {
  const letters = [given_name, family_name].flatMap((name) => {
    const [first] = (name ?? "").trim()
    return first === undefined ? [] : [`${first.toUpperCase()}.`]
  })
  return letters.length === 0 ? null : letters.join(" ")
}

/**
 * The initials of the people that sessions and intents are about. A document that can't be opened has none: it may have
 * been erased since, and a damaged one must not hide the board.
 */
export const people = Effect.map(Vault, (vault) => {
  const sessions = sealedDocument(vault, { table: "onboarding_sessions", column: "details" }, SessionDetails)
  const intents = sealedDocument(
    vault,
    { table: "onboarding_session_intents", column: "details" },
    IntentDetails
  )
  const orNone = (name: Effect.Effect<string | null>) => Effect.catchCause(name, () => Effect.succeed(null))
  type Row = Owner & { readonly details: Uint8Array | null }

  return {
    ofSession: (row: Row) =>
      row.details === null
        ? Effect.succeed(null)
        : orNone(
            Effect.map(sessions.open(row, row.details), ({ identity, prefilled }) =>
              initialsOf(identity ?? prefilled?.identity ?? {})
            )
          ),
    ofIntent: (row: Row) =>
      row.details === null
        ? Effect.succeed(null)
        : orNone(Effect.map(intents.open(row, row.details), ({ employee }) => initialsOf(employee)))
  }
})
