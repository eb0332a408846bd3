import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { createPublicKey, verify } from "node:crypto"
import { admin } from "../../../test/admin.ts"
import {
  type Arrival,
  receiver,
  anEvent,
  aProductWithEndpoint,
  passTime,
  startWorker,
  TestWebhooks
} from "../../../test/webhooks/TestWebhooks.ts"
import { WebhookKeys } from "./WebhookKeys.ts"

const services = WebhookKeys.layer.pipe(
  Layer.provideMerge(TestWebhooks.layer),
  Layer.provideMerge(NodeFileSystem.layer)
)

/** The signatures of a delivery, by scheme. */
const signaturesOf = ({ headers }: Arrival, scheme: "v1" | "v1a") =>
  String(headers["webhook-signature"])
    .split(" ")
    .filter((part) => part.startsWith(`${scheme},`))
    .map((part) => Buffer.from(part.slice(scheme.length + 1), "base64"))

/** Whether a delivery verifies with a published key, by Node's own Ed25519. */
const verifies = (publicKey: string, arrival: Arrival) => {
  const bytes = Buffer.from(publicKey.slice("whpk_".length), "base64")
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes])
  const key = createPublicKey({ key: spki, format: "der", type: "spki" })
  const { headers, raw, webhookId } = arrival
  const text = Buffer.from(`${webhookId}.${headers["webhook-timestamp"]}.${raw}`)
  return signaturesOf(arrival, "v1a").some((signature) => verify(null, text, key, signature))
}

const aPartnerWithEndpoint = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const partner = yield* receiver()
  const { productId, secret } = yield* aProductWithEndpoint(partner.url)
  const [row] = yield* sql<{ slug: string }>`SELECT r.slug FROM partners r
    JOIN products p ON p.partner_id = r.id WHERE p.id = ${productId}`
  /** Sends a webhook, and returns the request that arrived. */
  const delivery = Effect.gen(function* () {
    yield* anEvent(productId, "employer", "employer_settings_changed")
    yield* Effect.scoped(Effect.flatMap(startWorker(), ({ untilIdle }) => untilIdle))
    return partner.arrivals.at(-1) ?? assert.fail("nothing arrived")
  })
  return { slug: row?.slug ?? "", delivery, secret: Redacted.value(secret) }
})

layer(services, { excludeTestServices: true })("a partner's webhook key", (it) => {
  it.effect(
    "signs its webhooks beside the secret, from when the operator makes it until the operator ends it",
    () =>
      Effect.gen(function* () {
        const keys = yield* WebhookKeys
        const { delivery, slug } = yield* aPartnerWithEndpoint
        assert.deepStrictEqual(signaturesOf(yield* delivery, "v1a"), [])
        const { public_key } = yield* keys.create(slug)
        const signed = yield* delivery
        assert.isTrue(verifies(public_key, signed))
        assert.lengthOf(signaturesOf(signed, "v1"), 1)
        yield* keys.end(slug)
        assert.deepStrictEqual(signaturesOf(yield* delivery, "v1a"), [])
        assert.lengthOf(
          (yield* keys.published(undefined)).filter((key) => key.public_key === public_key),
          0
        )
      })
  )

  it.effect("signs no other partner's webhooks", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* aPartnerWithEndpoint, yield* aPartnerWithEndpoint]
      yield* (yield* WebhookKeys).create(one.slug)
      assert.deepStrictEqual(signaturesOf(yield* other.delivery, "v1a"), [])
    })
  )

  it.effect("that is replaced signs on for seven days; replaced again at once, two sign", () =>
    Effect.gen(function* () {
      const keys = yield* WebhookKeys
      const { delivery, slug } = yield* aPartnerWithEndpoint
      const first = yield* keys.create(slug)
      const second = yield* keys.rotate(slug, { endOldNow: false })
      const both = yield* delivery
      assert.deepStrictEqual(
        [first, second].map(({ public_key }) => verifies(public_key, both)),
        [true, true]
      )
      const third = yield* keys.rotate(slug, { endOldNow: false })
      const shown = yield* keys.published(third.partner_id)
      assert.deepStrictEqual(
        shown.map(({ kid }) => kid),
        [third.kid, second.kid]
      )
      const between = yield* delivery
      assert.deepStrictEqual(
        [first, second, third].map(({ public_key }) => verifies(public_key, between)),
        [false, true, true]
      )
      yield* passTime("7 days")
      const after = yield* delivery
      assert.deepStrictEqual(
        [second, third].map(({ public_key }) => verifies(public_key, after)),
        [false, true]
      )
      const fourth = yield* keys.rotate(slug, { endOldNow: true })
      assert.deepStrictEqual(yield* keys.published(third.partner_id), [fourth])
    })
  )

  it.effect("is sealed in the database, and opens nowhere else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { slug } = yield* aPartnerWithEndpoint
      const { kid } = yield* (yield* WebhookKeys).create(slug)
      const [row] = yield* sql<{ sealed: Uint8Array }>`SELECT sealed FROM webhook_keys WHERE id = ${kid}`
      assert.isFalse(Buffer.from(row?.sealed ?? "").includes("302e020100300506032b6570"))
      assert.isAbove(row?.sealed.length ?? 0, 48)
    })
  )

  it.effect("is made, replaced and ended at the operator's command line, each time audited", () =>
    Effect.gen(function* () {
      const { slug } = yield* aPartnerWithEndpoint
      const none = yield* admin(`partner webhook-key rotate ${slug}`)
      assert.strictEqual(none.code, 1)
      assert.include(none.output, "are not signed with a key")
      const made = yield* admin(`partner webhook-key create ${slug}`)
      assert.match(
        made.output,
        /^key [0-9a-f-]{36}: whpk_[A-Za-z0-9+/]{43}=\npublished at \/\.well-known\/webhook-keys of the service\n$/
      )
      assert.strictEqual((yield* admin(`partner webhook-key create ${slug}`)).code, 1)
      assert.strictEqual((yield* admin(`partner webhook-key rotate ${slug} --end-old-now`)).code, 0)
      assert.strictEqual((yield* admin(`partner webhook-key end ${slug}`)).code, 0)
      assert.include(
        (yield* admin("partner webhook-key create nobody")).output,
        "There is no partner with the slug"
      )
      const { output } = yield* admin("audit")
      for (const action of ["webhook_key.create", "webhook_key.rotate", "webhook_key.end"]) {
        assert.include(output, action)
      }
    })
  )
})
