import { bytesOf, bytesOfBase64, joined } from "./bytes.js";
import { isPublicKey, signingKey } from "./signingKey.js";
import { WebhookRefused } from "./WebhookRefused.js";
/** How many signatures are tried: two of each scheme stand there while a secret and a key are replaced. */
const mostSignatures = 8;
const headerOf = (headers, name) => {
    if (headers instanceof Headers)
        return headers.get(name) ?? "";
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return (typeof found === "string" ? found : found?.[0]) ?? "";
};
const signaturesIn = (header, scheme) => header
    .split(" ")
    .slice(0, mostSignatures)
    .flatMap((part) => (part.startsWith(scheme) ? [bytesOfBase64(part.slice(scheme.length))] : []))
    .filter((signature) => signature !== undefined);
/**
 * Verifies a delivery (Standard Webhooks 1.0.0) whatever its body is, with one secret or several; two live while one
 * replaces the other. Instead of a secret it takes a public key (`whpk_…`, from `/.well-known/webhook-keys`), if the
 * service signs yours with one (`v1a`).
 *
 * Give it the body as it came. Rejects with `WebhookRefused`: `missing_header`, `stale_timestamp` or `bad_signature`.
 * Signatures are compared in constant time.
 */
export const verifySignature = async (rawBody, headers, secrets, { now = Date.now(), toleranceSeconds = 300 } = {}) => {
    const id = headerOf(headers, "webhook-id");
    const timestamp = headerOf(headers, "webhook-timestamp");
    const signatures = headerOf(headers, "webhook-signature");
    if (id === "" || signatures === "" || !/^\d{1,12}$/.test(timestamp))
        throw new WebhookRefused("missing_header");
    const sentAt = Number(timestamp) * 1000;
    if (Math.abs(now - sentAt) > toleranceSeconds * 1000)
        throw new WebhookRefused("stale_timestamp");
    const signed = joined(bytesOf(`${id}.${timestamp}.`), bytesOf(rawBody));
    for (const secret of typeof secrets === "string" ? [secrets] : secrets) {
        const key = await signingKey(secret, "verify");
        for (const signature of signaturesIn(signatures, isPublicKey(secret) ? "v1a," : "v1,")) {
            if (await crypto.subtle.verify(key.algorithm, key, signature, signed))
                return { id, sentAt: new Date(sentAt) };
        }
    }
    throw new WebhookRefused("bad_signature");
};
