import type { FastifyPluginAsync } from "fastify"
import { type ReceiverOptions, takeWebhook } from "./takeWebhook.ts"

export { type ReceiverOptions } from "./takeWebhook.ts"

export interface FastifyWebhooksOptions extends ReceiverOptions {
  /** The path of the receiver: `/webhooks`. */
  readonly path: string
}

/**
 * A receiver for Fastify 5, as a plugin: `app.register(fastifyWebhooks, { path: "/webhooks", secrets, onWebhook })`. It
 * reads raw bodies within its own scope; your other routes parse as before.
 */
export const fastifyWebhooks: FastifyPluginAsync<FastifyWebhooksOptions> = async (
  scope,
  { path, ...options }
): Promise<void> => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_, body, done) => done(null, body))
  scope.post(path, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : ""
    const { sentence, status } = await takeWebhook(body, request.headers, options)
    return reply.code(status).send(sentence === "" ? undefined : sentence)
  })
}
