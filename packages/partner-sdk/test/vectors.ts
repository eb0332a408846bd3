/** Deliveries whose signatures were computed by other programs (D-webhook-signatures). */
export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

export const productId = "bffc9067-28ee-4381-a0f2-92fae25d9f83"

const headersOf = (id: string, timestamp: number, signature: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature
})

/** The test vector of the Standard Webhooks libraries. */
export const theirs = {
  body: `{"test": 2432232314}`,
  headers: headersOf(
    "msg_p5jXN8AQM9LWM0D4loKWxJek",
    1614265330,
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  ),
  now: 1614265330_000
}

/** A payload of the service. */
export const ours = {
  body:
    `{"subject":"employer","event":"employer_settings_changed","id":"c2bc0c04-6b98-4333-91a6-919f5ebc9000",` +
    `"remote_id":"1234","url":"https://api.example.test/api/v1/employers/c2bc0c04-6b98-4333-91a6-919f5ebc9000",` +
    `"product_id":"${productId}","inserted_at":"2026-11-21T00:00:00Z","version":"v1"}`,
  headers: headersOf(
    "msg_01JD0000000000000000000000",
    1795219205,
    "v1,SKKpAeJHSspGGUcJfZvHH8teVteoq4r54Mj/devGSOY="
  ),
  now: 1795219205_000
}
