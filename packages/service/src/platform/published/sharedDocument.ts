import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/** Like the assets of the embeds, but while readers wait: the last steps of Brotli take ten times as long for a twentieth. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const CODINGS = [
  ["br", (bytes: Buffer) => brotli(bytes, BROTLI)],
  ["gzip", (bytes: Buffer) => zip(bytes)]
] as const

/** Whether an Accept-Encoding header names a coding, and doesn't give it the weight 0. */
const names = (acceptEncoding: string, coding: string): boolean =>
  acceptEncoding.split(",").some((part) => {
    const [name = "", ...parameters] = part.toLowerCase().split(";")
    return name.trim() === coding && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))
  })

/** A document from one buffer for all readers, compressed once for each coding. */
export interface SharedDocument {
  readonly answerTo: (request: {
    readonly headers: Readonly<Record<string, string | undefined>>
  }) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

/**
 * Makes a document that everybody may read. Why shared: a reader that never reads holds its answer for half a minute, and
 * a thousand of them would hold a thousand copies.
 */
export const sharedDocument = (
  text: string,
  contentType: string,
  headers: Readonly<Record<string, string>>
): SharedDocument => {
  const bytes = Buffer.from(text)
  const digest = createHash("sha256").update(bytes).digest("base64url")
  const made = new Map<string, Promise<HttpServerResponse.HttpServerResponse>>()

  const answerOf = (body: Uint8Array, coding?: string) =>
    HttpServerResponse.uint8Array(body, {
      contentType,
      headers: {
        vary: "accept-encoding",
        etag: `"${digest}${coding === undefined ? "" : `-${coding}`}"`,
        ...(coding === undefined ? {} : { "content-encoding": coding }),
        ...headers
      }
    })
  const plain = answerOf(bytes)

  return {
    answerTo: (request) =>
      Effect.suspend(() => {
        const accepted = request.headers["accept-encoding"] ?? ""
        const [coding, compress] = CODINGS.find(([name]) => names(accepted, name)) ?? []
        if (coding === undefined || compress === undefined) return Effect.succeed(plain)
        const known = made.get(coding) ?? compress(bytes).then((body) => answerOf(body, coding))
        made.set(coding, known)
        return Effect.promise(() => known)
      })
  }
}

/** The address of the docs in the examples of the specs. */
const PUBLISHED = "https://docs.embedded-super.example"

/** A text with the true address of the docs in place of that of the examples. */
export const withDocsAt = (text: string, docsUrl: string): string => {
  const root = docsUrl.replace(/\/+$/, "")
  return text.replaceAll(`${PUBLISHED}/errors#`, `${root}/errors/#`).replaceAll(PUBLISHED, root)
}
