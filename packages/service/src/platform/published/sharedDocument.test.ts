import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { sharedDocument } from "./sharedDocument.ts"

const TEXT = JSON.stringify(Array.from({ length: 400 }, (_, n) => `operation ${n}`))
const document = sharedDocument(TEXT, "application/json", { "cache-control": "public, max-age=300" })

const answer = (accept?: string) =>
  Effect.map(
    document.answerTo({ headers: accept === undefined ? {} : { "accept-encoding": accept } }),
    ({ body, headers }) => ({
      bytes: body._tag === "Uint8Array" ? body.body : assert.fail(body._tag),
      headers
    })
  )

const same = (bytes: Uint8Array) => bytes
const PLAIN = [undefined, "", "identity", "br;q=0, gzip;q=0.0", "deflate", "brotli"].map(
  (accept) => [accept, undefined, same] as const
)
const CODED = [
  ["br", "br", brotliDecompressSync],
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["GZIP;q=0.5", "gzip", gunzipSync],
  ["br;q=0, gzip", "gzip", gunzipSync]
] as const

describe("a document that all readers share", () => {
  it.effect.each([...PLAIN, ...CODED])("for Accept-Encoding %s is in the form %s", ([accept, coding, read]) =>
    Effect.gen(function* () {
      const { bytes, headers } = yield* answer(accept)
      assert.strictEqual(headers["content-encoding"], coding)
      assert.strictEqual(headers["vary"], "accept-encoding")
      assert.strictEqual(headers["cache-control"], "public, max-age=300")
      assert.strictEqual(Buffer.from(read(bytes)).toString(), TEXT)
    })
  )

  it.effect.each([undefined, "br", "gzip"])("is one buffer for all who accept %s", (accept) =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([answer(accept), answer(accept)], { concurrency: 2 })
      assert.strictEqual(one.bytes, other.bytes)
    })
  )

  it.effect("has another tag in each form", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.forEach([undefined, "br", "gzip"], answer)
      assert.lengthOf(new Set(answers.map(({ headers }) => headers["etag"])), 3)
    })
  )
})
