import { decodeWebhook } from "./decodeWebhook.js";
import { verifySignature } from "./verifySignature.js";
/**
 * Verifies a delivery and reads it. Give it the body as it came, and the product's secret: several while one replaces
 * another, or public keys (`whpk_…`) if the service signs yours with one.
 *
 * Rejects with `WebhookRefused` if it isn't to be trusted (`missing_header`, `stale_timestamp`, `bad_signature`) or is no
 * payload (`not_a_payload`); never because a subject or an event isn't known: then `isKnown` is false.
 */
export const verifyWebhook = async (rawBody, headers, secrets, options) => ({
    ...(await verifySignature(rawBody, headers, secrets, options)),
    ...decodeWebhook(rawBody)
});
