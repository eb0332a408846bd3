import * as Redacted from "effect/Redacted"
import { Webhook } from "standardwebhooks"
import { assert, describe, it } from "vitest"
import { generateSecret, signatures, signingKey } from "./signing.ts"

const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

/** [title, { given, want }]: the vector of the Standard Webhooks libraries, and one of this service's own payload. */
const vectors = [
  [
    "the vector of Standard Webhooks",
    {
      given: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: `{"test": 2432232314}` },
      want: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    }
  ],
  [
    "a payload of this service",
    {
      given: {
        id: "msg_01JD0000000000000000000000",
        timestamp: 1795219205,
        body:
          `{"subject":"employer","event":"employer_settings_changed","id":"c2bc0c04-6b98-4333-91a6-919f5ebc9000",` +
          `"remote_id":"1234","url":"https://api.example.test/api/v1/employers/c2bc0c04-6b98-4333-91a6-919f5ebc9000",` +
          `"product_id":"bffc9067-28ee-4381-a0f2-92fae25d9f83","inserted_at":"2026-11-21T00:00:00Z","version":"v1"}`
      },
      want: "v1,SKKpAeJHSspGGUcJfZvHH8teVteoq4r54Mj/devGSOY="
    }
  ]
] as const

describe("webhook signatures", () => {
  it.each(vectors)("signs %s", (_, { given, want }) => {
    assert.strictEqual(signatures([signingKey(secret)], given), want)
    assert.strictEqual(signatures([signingKey(secret)], { ...given, body: Buffer.from(given.body) }), want)
  })

  it("signs with each of two secrets while one replaces the other, and the npm package verifies with either", () => {
    const [older, newer] = [generateSecret(), generateSecret()]
    const message = { id: "msg_1", timestamp: Math.floor(Date.now() / 1000), body: `{"é":1}` }
    const headers = {
      "webhook-id": message.id,
      "webhook-timestamp": String(message.timestamp),
      "webhook-signature": signatures([newer, older].map(signingKey), message)
    }
    for (const known of [older, newer]) {
      assert.deepStrictEqual(new Webhook(Redacted.value(known)).verify(message.body, headers), { é: 1 })
    }
    assert.throws(() => new Webhook(Redacted.value(generateSecret())).verify(message.body, headers))
  })

  it("makes secrets of 32 random bytes with the prefix whsec_", () => {
    const made = generateSecret()
    assert.match(Redacted.value(made), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.strictEqual(signingKey(made).symmetricKeySize, 32)
    assert.notStrictEqual(Redacted.value(made), Redacted.value(generateSecret()))
    assert.strictEqual(String(made), "<redacted>")
  })
})
