import { bytesOf, joined } from "./bytes.js";
import { signingKey } from "./signingKey.js";
/**
 * Signs a delivery as the service does, for tests of your receiver and for passing deliveries on. Answers the three
 * headers.
 */
export const signWebhook = async ({ at = Date.now(), body, id }, secret) => {
    const timestamp = String(Math.floor(at / 1000));
    const key = await signingKey(secret, "sign");
    const signed = joined(bytesOf(`${id}.${timestamp}.`), bytesOf(body));
    const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, signed));
    return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${btoa(String.fromCharCode(...signature))}`
    };
};
