import { decodeWebhook } from "./decodeWebhook.js";
import { verifySignature } from "./verifySignature.js";
import { WebhookRefused } from "./WebhookRefused.js";
/**
 * Verifies a delivery with the secrets of the product that it is for, and reads it: for those who receive the webhooks of
 * several products at one address. A product's secret is good for that product alone.
 */
export const receiveWebhook = async (rawBody, headers, secrets, options) => {
    // Which secret to try is taken from a body that nobody vouches for yet; a wrong one can only choose a wrong secret.
    const webhook = decodeWebhook(rawBody);
    const { product_id } = webhook.payload;
    const known = Object.hasOwn(secrets, product_id) ? secrets[product_id] : undefined;
    if (known === undefined)
        throw new WebhookRefused("unknown_product");
    return { ...(await verifySignature(rawBody, headers, known, options)), ...webhook };
};
