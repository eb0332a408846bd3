/** The requests that create sessions of intents. */
import { type Asked, nobody, paths } from "./Asked.ts"
import type { Things } from "./Api.ts"

export const conversions = (
  { completeIntents, startedIntent }: Things,
  otherKey: string
): ReadonlyArray<Asked> => {
  const [plain, keyed, quoted, raced, bodied, keyless, refused, other] = completeIntents as [
    string,
    ...Array<string>
  ]
  const post = (
    name: string,
    intent: string | undefined,
    key?: string,
    more: Partial<Asked> = {}
  ): Asked => ({
    name,
    method: "POST",
    path: `${paths.intent}/${intent}/onboarding-session`,
    ...more,
    headers: { ...(key === undefined ? {} : { "idempotency-key": key }), ...more.headers }
  })
  const json = { "content-type": "application/json" }
  return [
    post("POST a session of a started intent", startedIntent),
    post("POST a session of an intent that nobody knows", nobody),
    post("POST a session with another product's key", plain, undefined, { key: otherKey }),
    post("POST a session without a key", plain, undefined, { key: null }),
    post("POST a session with a field that is unknown", plain, "k-0", { body: '{"source":"payroll"}' }),
    post("POST a session with a body that is no JSON", plain, "k-0", { body: "{" }),
    post("POST a session with a form", plain, "k-0", {
      body: "a=b",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    }),
    post("POST a session without a body, but with the Content-Type of a form", plain, "k-0", {
      body: "",
      headers: { "content-type": "application/x-www-form-urlencoded" }
    }),
    post("POST a session with an Idempotency-Key of 300 letters", plain, "k".repeat(300)),
    post("POST a session without a body", plain),
    post("POST a session again without an Idempotency-Key", plain),
    post("POST a session with an Idempotency-Key", keyed, "k-1"),
    post("POST a session again with the same Idempotency-Key", keyed, "k-1"),
    post("POST a session again with the same Idempotency-Key, quoted", keyed, '"k-1"'),
    post("POST a session again with the same Idempotency-Key and another body", keyed, "k-1", { body: "{}" }),
    post("POST a session again with another Idempotency-Key", keyed, "k-2"),
    post("POST a session of another intent with the same Idempotency-Key", quoted, "k-1"),
    post("POST a session with an empty JSON body", bodied, "k-3", { body: "{}" }),
    post("POST a session with remote_ids", keyless, undefined, {
      body: '{"remote_id":"s-1","employee":{"remote_id":"e-1"},"email_validated":true}'
    }),
    post("POST a session with an Idempotency-Key whose request was refused", refused, "k-4", { body: "[]" }),
    post("POST a session after a refusal with the same Idempotency-Key", refused, "k-4"),
    post("POST a session while one with the same Idempotency-Key runs: the first", raced, "k-5", {
      ...(raced === undefined ? {} : { beside: raced })
    }),
    post("POST a session while one with the same Idempotency-Key runs: the second", raced, "k-5"),
    post("POST a session with JSON of 300 KiB", other, "k-6", {
      body: JSON.stringify({ remote_id: "x".repeat(300 * 1024) }),
      headers: json
    })
  ]
}
