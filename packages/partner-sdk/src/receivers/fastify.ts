import type { WebhookHeaders } from "../webhooks/verifyWebhook.ts"
import { type ReceiverOptions, takeWebhook } from "./takeWebhook.ts"

export { type ReceivedWebhook, type ReceiverOptions } from "./takeWebhook.ts"

interface FastifyRequest {
  readonly headers: WebhookHeaders
  readonly body: unknown
}

interface FastifyReply {
  readonly code: (status: number) => { readonly send: (body?: string) => unknown }
}

/** As much of Fastify as the plugin uses. */
interface FastifyScope {
  readonly removeAllContentTypeParsers: () => void
  readonly addContentTypeParser: (
    type: string,
    options: { readonly parseAs: "buffer" },
    parser: (request: unknown, body: unknown, done: (error: null, body: unknown) => void) => void
  ) => unknown
  readonly post: (
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  ) => unknown
}

export interface FastifyWebhooksOptions extends ReceiverOptions {
  /** Where the receiver is: `/webhooks`. */
  readonly path: string
}

/**
 * A receiver for Fastify 5, as a plugin: `app.register(fastifyWebhooks, { path: "/webhooks", secrets, onWebhook })`. It
 * reads bodies as they come within itself; your other routes parse as before.
 */
export const fastifyWebhooks = async (
  scope: FastifyScope,
  { path, ...options }: FastifyWebhooksOptions
): Promise<void> => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body))
  scope.post(path, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : ""
    const { sentence, status } = await takeWebhook(body, request.headers, options)
    return reply.code(status).send(sentence === "" ? undefined : sentence)
  })
}
