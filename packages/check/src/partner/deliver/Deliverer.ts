/**
 * Delivers webhooks to the receiver, as the service does: its headers, its signatures, its patience. Every delivery is
 * recorded.
 *
 * The trap: the signed time is now, whenever the event happened. A delivery is stale by its `age` alone, so the kit tries
 * old and future ones without waiting.
 */
import { webhookHeaderNames } from "@embedded-super/contracts/webhooks"
import { signatures, generateSecret, signingKey } from "@embedded-super/rules/webhooks/signing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Agent } from "node:http"
import { Agent as SecureAgent } from "node:https"
import * as Redacted from "effect/Redacted"
import { createHmac, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from "node:crypto"
import type { Exchanges } from "../../exchange/Exchange.ts"
import type { Draw } from "../Draw.ts"
import type { Answer, Sending, Webhook, Signer, Which } from "../PartnerUnderTest.ts"
import type { PartnerSettings } from "../PartnerSettings.ts"
import { post } from "./post.ts"

/** The DER bytes before the 32 bytes of an Ed25519 private key. */
const DER_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex")

/** The partner account's own key. It is derived from a secret, so that every run has the same. */
const privateKeyOf = (secret: Redacted.Redacted): KeyObject => {
  const seed = createHmac("sha256", Redacted.value(secret)).update("partner-check v1a").digest()
  return createPrivateKey({ key: Buffer.concat([DER_PREFIX, seed]), format: "der", type: "pkcs8" })
}

const publicKeyOf = (key: KeyObject): string => {
  const bytes = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32)
  return `whpk_${bytes.toString("base64")}`
}

/** The keys that deliveries are signed with, right and wrong ones. */
export const makeSigners = ({ products }: PartnerSettings) => {
  const unknown = signingKey(generateSecret())
  const own = privateKeyOf(products[0].secret)
  const keys = products.map(({ nextSecret, secret }) => ({
    secret: signingKey(secret),
    nextSecret: nextSecret === undefined ? undefined : signingKey(nextSecret)
  }))
  const secretOf = (product: Which) => keys[product]!.secret
  return {
    publicKey: publicKeyOf(own),
    keyOf: (signer: Signer, product: Which): KeyObject => {
      switch (signer) {
        case "secret":
          return secretOf(product)
        case "next_secret":
          return keys[product]!.nextSecret ?? unknown
        case "other_product":
          return secretOf(product === 0 ? 1 : 0)
        case "unknown":
          return unknown
        case "empty":
          return createSecretKey(Buffer.alloc(0))
        case "public_key":
          return own
      }
    }
  }
}

const USER_AGENT = "EmbeddedSuper-Webhooks/1"

/** How long the service waits for an answer. */
const ANSWER_WITHIN_MS = 15_000

const withoutNulls = (headers: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  )

/** How many connections are open at most: a thousand at once would be the machine's limit, not the receiver's. */
const CONNECTIONS = 50

export const makeDeliverer = Effect.fnUntraced(function* (
  settings: PartnerSettings,
  signers: ReturnType<typeof makeSigners>,
  exchanges: Exchanges
) {
  const url = new URL(settings.receiver_url)
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const options = { keepAlive: true, maxSockets: CONNECTIONS }
      return url.protocol === "https:" ? new SecureAgent(options) : new Agent(options)
    }),
    (agent) => Effect.sync(() => agent.destroy())
  )
  const timeout = settings.answer_within_ms ?? ANSWER_WITHIN_MS

  return Effect.fnUntraced(function* (webhook: Webhook, sending: Sending = {}, draw?: Draw) {
    const { age = 0, dropped = false, inParts = false, signers: by = ["secret"] } = sending
    const startedAt = yield* Clock.currentTimeMillis
    const body = sending.body ?? JSON.stringify(webhook.payload)
    const timestamp = Math.floor(startedAt / 1000) - age
    const keys = by.map((signer) => signers.keyOf(signer, webhook.product))
    const written = withoutNulls({
      [webhookHeaderNames.contentType]: "application/json",
      [webhookHeaderNames.userAgent]: USER_AGENT,
      [webhookHeaderNames.webhookId]: webhook.id,
      [webhookHeaderNames.webhookTimestamp]: String(timestamp),
      [webhookHeaderNames.webhookSignature]:
        keys.length === 0 ? null : signatures(keys, { id: webhook.id, timestamp, body }),
      ...sending.headers
    })
    const headers = Object.fromEntries(
      (draw?.shuffled("header", Object.entries(written)) ?? Object.entries(written)).map(([name, value]) => [
        sending.named?.(name) ?? name,
        value
      ])
    )
    const sent = sending.tampered ?? body
    const received = yield* post({ url, headers, body: sent, agent, timeout, inParts, dropped })
    const took = (yield* Clock.currentTimeMillis) - startedAt
    const { id } = yield* exchanges.record({
      operation: "deliverWebhook",
      startedAt,
      took,
      call: { method: "POST", url: url.href, request: { headers, body: sent } },
      answer:
        received.status === null
          ? undefined
          : { status: received.status, headers: received.headers, body: received.text },
      failure: received.failure ?? undefined
    })
    const answer: Answer = { id, ...received, signedAt: timestamp, took, within: timeout }
    return answer
  })
})
