import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import { decodeWebhook as decodeByContract } from "@embedded-super/contracts/webhooks"
import * as Result from "effect/Result"
import { generateKeyPairSync, sign } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { assert, describe, it } from "vitest"
import {
  decodeWebhook,
  receiveWebhook,
  signWebhook,
  verifySignature,
  verifyWebhook,
  WebhookRefused
} from "../src/index.ts"
import { ours, productId, secret, theirs } from "./vectors.ts"

const otherSecret = `whsec_${btoa("another secret of enough bytes")}`

const refusal = (outcome: Promise<unknown>) =>
  outcome.then(
    () => "taken",
    (error: unknown) => (error instanceof WebhookRefused ? error.reason : error)
  )

describe("verifySignature", () => {
  it.each([
    ["the vector of Standard Webhooks", theirs],
    ["a payload of the service", ours]
  ])("takes %s, as text, as bytes, and with headers of any kind", async (_, { body, headers, now }) => {
    const want = { id: headers["webhook-id"], sentAt: new Date(now) }
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])
    )
    for (const given of [headers, new Headers(headers), upper]) {
      assert.deepStrictEqual(await verifySignature(body, given, secret, { now }), want)
      assert.deepStrictEqual(await verifySignature(Buffer.from(body), given, secret, { now }), want)
    }
  })

  it("agrees with the npm package standardwebhooks, during a rotation too", async () => {
    const at = new Date()
    const id = "msg_01a1fb8d-9f48-7000-8000-000000000001"
    const body = `{"name":"Đặng"}`
    const signatures = [otherSecret, secret].map((one) => new Webhook(one).sign(id, at, body)).join(" ")
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": `v1a,AAAA ${signatures}`
    }
    for (const known of [secret, otherSecret, [otherSecret, secret]]) {
      assert.strictEqual((await verifySignature(body, headers, known)).id, id)
    }
  })

  it("verifies v1a with a public key, beside the signatures of secrets, and never one scheme as the other", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519")
    const known = `whpk_${publicKey.export({ format: "der", type: "spki" }).subarray(12).toString("base64")}`
    const id = ours.headers["webhook-id"]
    const text = `${id}.${ours.headers["webhook-timestamp"]}.${ours.body}`
    const v1a = sign(null, Buffer.from(text), privateKey).toString("base64")
    const { "webhook-signature": v1 } = ours.headers
    const taken = (signature: string, keys: string | ReadonlyArray<string>, body = ours.body) =>
      refusal(
        verifySignature(body, { ...ours.headers, "webhook-signature": signature }, keys, { now: ours.now })
      )
    assert.strictEqual(await taken(`${v1} v1a,${v1a}`, known), "taken")
    assert.strictEqual(await taken(`${v1} v1a,${v1a}`, secret), "taken")
    assert.strictEqual(await taken(`v1a,${v1a}`, [otherSecret, known]), "taken")
    assert.strictEqual(await taken(v1, known), "bad_signature")
    assert.strictEqual(await taken(`v1,${v1a}`, known), "bad_signature")
    assert.strictEqual(await taken(`v1a,${v1a}`, secret), "bad_signature")
    assert.strictEqual(await taken(`v1a,${v1a}`, known, `${ours.body} `), "bad_signature")
    assert.strictEqual(await taken(`v1a,AAAA v1a,%%`, known), "bad_signature")
  })

  it("tries eight signatures, and none beyond them", async () => {
    const { "webhook-signature": right } = ours.headers
    const wrong = new Webhook(otherSecret).sign(ours.headers["webhook-id"], new Date(ours.now), ours.body)
    const taken = (before: number) => {
      const signatures = [...Array.from({ length: before }, () => wrong), right].join(" ")
      const headers = { ...ours.headers, "webhook-signature": signatures }
      return refusal(verifySignature(ours.body, headers, secret, { now: ours.now }))
    }
    assert.strictEqual(await taken(7), "taken")
    assert.strictEqual(await taken(8), "bad_signature")
  })

  it.each([
    ["another body", { body: `${ours.body} ` }, "bad_signature"],
    ["another id", { headers: { ...ours.headers, "webhook-id": "msg_other" } }, "bad_signature"],
    ["another time", { headers: { ...ours.headers, "webhook-timestamp": "1795219206" } }, "bad_signature"],
    ["another secret", { secrets: otherSecret }, "bad_signature"],
    ["no secret at all", { secrets: [] }, "bad_signature"],
    ["another scheme", { headers: { ...ours.headers, "webhook-signature": "v2,AAAA" } }, "bad_signature"],
    ["what isn't base64", { headers: { ...ours.headers, "webhook-signature": "v1,%%%" } }, "bad_signature"],
    ["a delivery of six minutes ago", { now: ours.now + 360_000 }, "stale_timestamp"],
    ["a delivery of six minutes ahead", { now: ours.now - 360_000 }, "stale_timestamp"],
    ["no id", { headers: { ...ours.headers, "webhook-id": undefined } }, "missing_header"],
    ["no time", { headers: { ...ours.headers, "webhook-timestamp": "soon" } }, "missing_header"],
    ["no signature", { headers: { ...ours.headers, "webhook-signature": "" } }, "missing_header"]
  ])("refuses %s", async (_, change, want) => {
    const given = { body: ours.body, headers: ours.headers, secrets: secret, now: ours.now, ...change }
    assert.strictEqual(
      await refusal(verifySignature(given.body, given.headers, given.secrets, { now: given.now })),
      want
    )
  })
})

describe("a mistake in the receiver's own code", () => {
  const verified = (body: unknown, secrets: unknown) =>
    verifyWebhook(body as string, ours.headers, secrets as string, { now: ours.now }).then(
      () => "taken",
      (error: unknown) => (error instanceof TypeError ? error.message : error)
    )
  const short = `whsec_${btoa("x")}`

  it.each([
    ["a parsed body", JSON.parse(ours.body), secret, /^Pass the raw body .* This is of type object: /],
    ["no body", undefined, secret, /^Pass the raw body .* This is of type undefined: /],
    ["a null body", null, secret, /^Pass the raw body .* This is null: /],
    ["no secret", ours.body, undefined, /^The webhook secret is undefined\. Is the variable set/],
    ["an empty secret", ours.body, "", /^The webhook secret is empty\./],
    ["an empty secret before the right one", ours.body, ["", secret], /^The webhook secret is empty\./],
    ["an empty secret after the right one", ours.body, [secret, ""], /^The webhook secret is empty\./],
    ["no second secret", ours.body, [secret, undefined], /^The webhook secret is undefined\./],
    ["a number", ours.body, 5, /^The webhook secret is no text, but number\./],
    ["a secret of one byte", ours.body, short, /^A webhook secret holds 24 to 64 bytes, and this one 1\./],
    ["a secret with a wrong prefix", ours.body, `v1,${secret}`, /^A webhook secret is whsec_/]
  ])("is a TypeError that names it, and never repeats a value: %s", async (_, body, secrets, want) => {
    const message = await verified(body, secrets)
    assert.match(String(message), want)
    assert.notInclude(String(message), secret)
  })
})

describe("verifyWebhook", () => {
  const { body, headers, now } = ours

  it("answers the event, typed", async () => {
    const webhook = await verifyWebhook(body, headers, secret, { now })
    assert.deepStrictEqual(webhook, {
      id: headers["webhook-id"],
      sentAt: new Date(now),
      isKnown: true,
      payload: JSON.parse(body)
    })
  })

  it("answers an unknown one where the subject or the event is new", async () => {
    for (const change of [{ subject: "fund" }, { event: "employer_merged" }, { version: "v2" }]) {
      const changed = JSON.stringify({ ...JSON.parse(body), ...change })
      const signed = await signWebhook({ id: "msg_1", at: now, body: changed }, secret)
      const { isKnown, payload } = await verifyWebhook(changed, signed, secret, { now })
      assert.deepStrictEqual([isKnown, payload], ["version" in change, JSON.parse(changed)])
    }
  })

  it("refuses what isn't signed right before it reads it, and then what is no payload", async () => {
    assert.strictEqual(await refusal(verifyWebhook("[]", headers, secret, { now })), "bad_signature")
    const signed = await signWebhook({ id: "msg_1", at: now, body: "[]" }, secret)
    assert.strictEqual(await refusal(verifyWebhook("[]", signed, secret, { now })), "not_a_payload")
  })
})

describe("signWebhook", () => {
  it.each([theirs, ours])("signs as the service does: $body", async ({ body, headers, now }) => {
    assert.deepStrictEqual(await signWebhook({ id: headers["webhook-id"], at: now, body }, secret), headers)
  })
})

describe("decodeWebhook", () => {
  const payload = JSON.parse(ours.body)

  it("reads every event of the contract as known, and agrees with the contract", () => {
    for (const [event, { subject }] of Object.entries(webhookEvents)) {
      const body = { ...payload, event, subject }
      const webhook = decodeWebhook(JSON.stringify(body))
      assert.deepStrictEqual(webhook, { isKnown: true, payload: body })
      const contracted = decodeByContract(body)
      assert.strictEqual(Result.isSuccess(contracted) && contracted.success._tag, "Known", event)
    }
  })

  it.each([
    ["a subject that isn't known", { subject: "product", event: "product_changed" }],
    ["an event that isn't known", { event: "employer_moved" }],
    ["an event of another subject", { subject: "employee" }],
    ["an event named as a property of every object", { event: "toString" }],
    ["a newer version", { version: "v2", event: "employer_moved" }]
  ])("doesn't throw on %s [R-2.1-19, R-9-6, R-9-7, R-9-8]", (_, change) => {
    const webhook = decodeWebhook(JSON.stringify({ ...payload, ...change }))
    assert.deepStrictEqual(webhook, { isKnown: false, payload: { ...payload, ...change } })
  })

  it("keeps fields that it doesn't know, and stays with the event", () => {
    const webhook = decodeWebhook(Buffer.from(JSON.stringify({ ...payload, more: { than: "known" } })))
    assert.isTrue(webhook.isKnown)
    assert.deepStrictEqual<unknown>(webhook.payload, { ...payload, more: { than: "known" } })
  })

  it.each(["", "{", "null", "[]", `"text"`, "{}", JSON.stringify({ ...payload, url: 1 })])(
    "refuses what is no payload: %s",
    (body) => {
      assert.throws(() => decodeWebhook(body), WebhookRefused)
    }
  )
})

describe("receiveWebhook", () => {
  it("verifies with the secret of the payload's product", async () => {
    const secrets = { [productId]: [otherSecret, secret], other: otherSecret }
    const webhook = await receiveWebhook(ours.body, ours.headers, secrets, { now: ours.now })
    assert.deepInclude(webhook, { id: "msg_01JD0000000000000000000000", isKnown: true })
    const options = { now: ours.now }
    const swapped = { [productId]: otherSecret, other: secret }
    assert.strictEqual(
      await refusal(receiveWebhook(ours.body, ours.headers, swapped, options)),
      "bad_signature"
    )
    assert.strictEqual(await refusal(receiveWebhook(ours.body, ours.headers, {}, options)), "unknown_product")
  })
})
