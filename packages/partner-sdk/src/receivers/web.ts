import { BodyWasParsed, type ReceiverOptions, takeWebhook } from "./takeWebhook.ts"

export { BodyWasParsed, type ReceiverOptions } from "./takeWebhook.ts"

/** A receiver for any server with the web-standard Request and Response: Deno, Bun, workers, Hono, Next.js routes. */
export const webhookReceiver =
  (options: ReceiverOptions) =>
  async (request: Request): Promise<Response> => {
    if (request.bodyUsed) throw new BodyWasParsed("Pass on the request before its body is read.")
    const body = new Uint8Array(await request.arrayBuffer())
    const { sentence, status } = await takeWebhook(body, request.headers, options)
    return new Response(status === 204 ? null : sentence, { status })
  }
