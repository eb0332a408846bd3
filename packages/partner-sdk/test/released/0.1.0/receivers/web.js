import { BodyWasParsed, takeWebhook } from "./takeWebhook.js";
export { BodyWasParsed } from "./takeWebhook.js";
/** A receiver for whatever speaks the web-standard Request and Response: Deno, Bun, workers, Hono, Next.js routes. */
export const webhookReceiver = (options) => async (request) => {
    if (request.bodyUsed)
        throw new BodyWasParsed("Hand the request on before its body is read.");
    const body = new Uint8Array(await request.arrayBuffer());
    const { sentence, status } = await takeWebhook(body, request.headers, options);
    return new Response(status === 204 ? null : sentence, { status });
};
