import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Stream from "effect/Stream"
import { entityTag, type Versioned } from "../versions/ifMatch.ts"

/** The envelope of every answer. */
export const answer = <A>(data: A) => ({ data, version: "v1" as const })

/** An entity in its envelope, with the tag that a change of it has to name. */
export const taggedAnswer = <A>({ data, version }: Versioned<A>) =>
  HttpApiSchema.withHeaders({ body: answer(data), headers: { etag: entityTag(version) } })

/** A document that only its reader may keep: no cache on the way does. */
export const pdfAnswer = (pdf: Uint8Array) =>
  HttpApiSchema.withHeaders({
    body: Stream.succeed(pdf),
    headers: { "cache-control": "no-store" as const }
  })
