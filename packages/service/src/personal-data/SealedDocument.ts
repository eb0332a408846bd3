import { shownText } from "@embedded-super/contracts/pasted"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { AnotherForm } from "../platform/crypto/envelope.ts"
import type { Vault } from "../platform/crypto/Vault.ts"

/** The row that a document belongs to, and the product that owns the row. */
export interface Owner {
  readonly product_id: string
  readonly id: string
}

/**
 * The personal data of a row, as one encrypted document in one column: it is written and read as a unit, so a new field
 * needs no migration. Each document has its own data key and opens in its own row only.
 */
export const sealedDocument = <A, I>(
  vault: Vault["Service"],
  place: { readonly table: string; readonly column: string },
  schema: Schema.Codec<A, I>
) => {
  const json = Schema.fromJsonString(schema)
  const encode = Schema.encodeEffect(json)
  const decode = Schema.decodeEffect(json)
  const cellOf = (owner: Owner) => ({ ...place, tenant: owner.product_id, row: owner.id })
  return {
    /** The document as `open` will return it. */
    asRead: (document: A) => Effect.orDie(Effect.flatMap(encode(document), decode)),
    seal: (owner: Owner, document: A) =>
      encode(document).pipe(
        Effect.orDie,
        Effect.flatMap((text) => vault.seal(cellOf(owner), Redacted.make(text)))
      ),
    /**
     * Dies if the bytes don't open or don't fit the schema: then the database was altered, and the service can't repair
     * it.
     */
    open: (owner: Owner, sealed: Uint8Array) =>
      vault.open(cellOf(owner), sealed).pipe(
        Effect.orDie,
        // As in columns that aren't sealed: `shownTexts` of the database.
        Effect.flatMap((text) => decode(shownText(Redacted.value(text)))),
        // The schema's own message would show the value.
        Effect.catch(() =>
          Effect.die(
            new AnotherForm({ message: `A document in ${place.table}.${place.column} has another form.` })
          )
        )
      )
  }
}
