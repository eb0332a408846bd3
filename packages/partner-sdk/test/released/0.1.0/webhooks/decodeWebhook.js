import { WebhookRefused } from "./WebhookRefused.js";
/** The events of today, and the subject that each belongs to. */
const subjects = {
    employer_settings_changed: "employer",
    onboarding_session_changed: "onboarding_session",
    onboarding_session_completed: "onboarding_session",
    onboarding_intent_completed: "onboarding_session_intent",
    employer_issue_created: "employer_issue",
    employer_issue_resolved: "employer_issue"
};
/** The fields of a payload. Others may be added; they are kept. */
const fields = {
    subject: true,
    event: true,
    id: true,
    remote_id: true,
    url: true,
    product_id: true,
    inserted_at: true,
    version: true
};
const isPayload = (value) => typeof value === "object" &&
    value !== null &&
    Object.keys(fields).every((field) => typeof value[field] === "string");
/** Whether a payload is of an event that is known here. */
export const isWebhookEvent = (payload) => Object.hasOwn(subjects, payload.event) &&
    subjects[payload.event] === payload.subject;
const parsed = (body) => {
    try {
        return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    }
    catch {
        throw new WebhookRefused("not_a_payload");
    }
};
/**
 * Reads the body of a delivery. Verify it first: this alone trusts anybody.
 *
 * Throws `WebhookRefused` (`not_a_payload`) where the eight fields aren't there; never because a subject, an event, a
 * version or a further field isn't known.
 */
export const decodeWebhook = (rawBody) => {
    const payload = parsed(rawBody);
    if (!isPayload(payload))
        throw new WebhookRefused("not_a_payload");
    return isWebhookEvent(payload) ? { isKnown: true, payload } : { isKnown: false, payload };
};
