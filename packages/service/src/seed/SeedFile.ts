import { OrganisationName, Slug, TargetOrigin } from "@embedded-super/contracts/schemas"
import * as FileSystem from "effect/FileSystem"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { OperatorError } from "../platform/OperatorError.ts"

/** The content of a demo: a partner with products, and the funds that each of them is linked to. */
export const SeedFile = Schema.Struct({
  partner: Schema.Struct({
    name: Schema.NonEmptyString,
    slug: Schema.NonEmptyString,
    /** Whether webhooks of issues are sent, which only the operator turns on. */
    issue_webhooks: Schema.optionalKey(Schema.Boolean)
  }),
  products: Schema.Array(
    Schema.Struct({
      name: OrganisationName,
      slug: Slug,
      /** Who may frame the product's embeds. The seed adds them to those that the partner has set. */
      target_origins: Schema.optionalKey(Schema.Array(TargetOrigin)),
      webhook_url: Schema.String,
      /** The address that an earlier seed set. An address that the partner has set since is kept. */
      earlier_webhook_url: Schema.optionalKey(Schema.String)
    })
  ),
  /** Whether the directory gets the made-up funds that nobody can call, so that there is something to search. */
  fictional_funds: Schema.optionalKey(Schema.Boolean),
  funds: Schema.Array(
    Schema.Struct({
      /** The path of the fund's profile. */
      profile: Schema.String,
      /** The path of the file with the key that the service presents to the fund. */
      api_key_file: Schema.String,
      /** The path of the file with the Ed25519 public key of the fund's SFTP account, if it gets one. */
      sftp_key_file: Schema.optionalKey(Schema.String)
    })
  )
})
export interface SeedFile extends Schema.Schema.Type<typeof SeedFile> {}

/** The result of seeding, for the users of the demo: keys and secrets, which are stored nowhere else. */
export const SeedResult = Schema.Struct({
  partner: Schema.Struct({ id: Schema.String, key: Schema.String }),
  products: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      key: Schema.String,
      webhook_secret: Schema.String
    })
  ),
  funds: Schema.Array(
    Schema.Struct({ id: Schema.String, name: Schema.String, url: Schema.String, auth: Schema.String })
  )
})
export interface SeedResult extends Schema.Schema.Type<typeof SeedResult> {}

const cannotUse = (path: string, why: string) =>
  new OperatorError({
    problem: `${path} can't be used: ${why}`,
    remedy: "Correct the file, or give another."
  })

/** Reads a file; fails with a sentence if it can't be read. */
export const readText = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.readFileString(path).pipe(Effect.mapError(() => cannotUse(path, "it can't be read.")))
})

/** Reads a JSON file by a schema. */
export const readJson = Effect.fnUntraced(function* <A>(
  path: string,
  schema: Schema.ConstraintCodec<A, unknown, never, never>
) {
  const text = yield* readText(path)
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text).pipe(
    Effect.mapError((error) => cannotUse(path, error.message))
  )
})
