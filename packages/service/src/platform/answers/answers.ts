/**
 * The form of the APIs' responses: the envelope `{ data, version }` (D-envelope), with the ETag of an entity
 * (D-if-match) and the address of a new one.
 *
 * The trap: the embeds' views omit unknown values (`withoutNulls`); the partner API returns them as null.
 */

import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Stream from "effect/Stream"
import type * as S from "@embedded-super/contracts/schemas"
import { tagOf, type Versioned } from "../versions/ifMatch.ts"
import { Conflict } from "@embedded-super/contracts/problems"

/** The envelope of every response. */
export const answer = <A>(data: A) => ({ data, version: "v1" as const })

/** An entity in its envelope, with the tag that a change must present. */
export const taggedAnswer = <A>(entity: Versioned<A>) =>
  HttpApiSchema.withHeaders({ body: answer(entity.data), headers: { etag: tagOf(entity) } })

/** A new entity, with its tag and the address to fetch it from. */
export const createdAnswer = <A>(entity: Versioned<A>, location: string) =>
  HttpApiSchema.withHeaders({
    body: answer(entity.data),
    headers: { etag: tagOf(entity), location: location as S.WebUrl }
  })

/** A response that may hold a secret, so no cache may store it. */
export const unstoredAnswer = <A>(data: A) =>
  HttpApiSchema.withHeaders({ body: answer(data), headers: { "cache-control": "no-store" as const } })

/** A document that no cache may store, only its reader. `name` is the file's name without the extension. */
export const pdfAnswer = (name: string, pdf: Uint8Array) =>
  HttpApiSchema.withHeaders({
    body: Stream.succeed(pdf),
    headers: {
      "cache-control": "no-store" as const,
      "content-disposition": `attachment; filename="${name}.pdf"`
    }
  })

/** The same object without its null members. */
export type WithoutNulls<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: NonNullable<T[K]>
}

/** Removes null members: the embeds' views omit unknown values. */
export const withoutNulls = <T extends object>(value: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)) as WithoutNulls<T>

/** Refuses a remote_id that another entity of the same owner has; the refusal contains that entity's id. */
export const remoteIdTaken = (another: string, holder: string | undefined): Conflict =>
  new Conflict({
    code: "remote_id_taken",
    detail: `Another ${another} has this remote_id. See resource_id.`,
    ...(holder === undefined ? {} : { resource_id: holder as S.RequestId })
  })
