import { receiveWebhook } from "../webhooks/receiveWebhook.js";
import { WebhookRefused } from "../webhooks/WebhookRefused.js";
/** Verifies a delivery and hands it on. Only what isn't to be trusted is refused; subjects that aren't known are taken. */
export const takeWebhook = async (rawBody, headers, { onWebhook, secrets }) => {
    try {
        await onWebhook(await receiveWebhook(rawBody, headers, secrets));
        return { status: 204, sentence: "" };
    }
    catch (error) {
        if (error instanceof WebhookRefused)
            return { status: 400, sentence: error.message };
        throw error;
    }
};
/** A body parser has read the body before the receiver could, and its signature can't be checked any more. */
export class BodyWasParsed extends Error {
    name = "BodyWasParsed";
    constructor(remedy) {
        super(`The webhook's body was parsed before it was verified. ${remedy}`);
    }
}
