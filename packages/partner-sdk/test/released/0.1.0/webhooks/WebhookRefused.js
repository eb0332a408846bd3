const sentences = {
    missing_header: "webhook-id, webhook-timestamp or webhook-signature is missing.",
    stale_timestamp: "webhook-timestamp is too far from now.",
    bad_signature: "No signature in webhook-signature is right for this body.",
    not_a_payload: "The body is not a webhook payload.",
    unknown_product: "There is no secret for the product_id of this webhook."
};
/** A delivery that was refused. Answer it 400, and do nothing that it says. */
export class WebhookRefused extends Error {
    name = "WebhookRefused";
    reason;
    constructor(reason) {
        super(sentences[reason]);
        this.reason = reason;
    }
}
