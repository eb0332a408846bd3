import type { WebhookHeaders } from "../webhooks/verifySignature.ts"
import { BodyWasParsed, type ReceiverOptions, takeWebhook } from "./takeWebhook.ts"

export { BodyWasParsed, type ReceiverOptions } from "./takeWebhook.ts"

/** The part of Express's request that is read. */
interface ExpressRequest extends AsyncIterable<Uint8Array> {
  readonly headers: WebhookHeaders
  readonly readableEnded: boolean
  readonly body?: unknown
  /** Kept by cloud functions, and by the `verify` option of body parsers, before they parse. */
  readonly rawBody?: unknown
}

/** The part of Express's response that is written. */
interface ExpressResponse {
  readonly status: (code: number) => { readonly send: (body?: string) => unknown }
}

const bytesOf = async (request: ExpressRequest): Promise<Uint8Array | string> => {
  const { rawBody } = request
  if (rawBody instanceof Uint8Array || typeof rawBody === "string") return rawBody
  // express.raw() and express.text() keep the raw body; express.json() doesn't.
  if (request.body instanceof Uint8Array || typeof request.body === "string") return request.body
  if (request.readableEnded) {
    throw new BodyWasParsed(
      "Mount the receiver before express.json(), use express.raw({ type: '*/*' }) for its path, or keep the bytes as request.rawBody."
    )
  }
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  const all = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** A receiver for Express 4 and 5: `app.post("/webhooks", expressWebhooks({ secrets, onWebhook }))`. */
export const expressWebhooks =
  (options: ReceiverOptions) =>
  (request: ExpressRequest, response: ExpressResponse, next: (error: unknown) => void): void => {
    bytesOf(request)
      .then((body) => takeWebhook(body, request.headers, options))
      .then(({ sentence, status }) => response.status(status).send(sentence))
      .catch(next)
  }
