import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { IDLE, LIFETIME } from "./EmbedSessions.ts"
import {
  type EmbedUrlClaims,
  isGoodValidity,
  isStillGood,
  LONGEST_VALIDITY,
  RELOAD_GRACE,
  signEmbedUrl,
  USUAL_VALIDITY,
  verifyEmbedUrl,
  EmbedUrls
} from "./EmbedUrls.ts"
import { findingsIn } from "../../test/findings.ts"
import { anIntent } from "../../test/TestIntents.ts"
import { request, TestHttp } from "../../test/TestHttp.ts"
import { anEmployer, aSession } from "../../test/TestOnboarding.ts"
import { TestSettings, TestVault } from "../../test/TestSettings.ts"
import { Settings } from "../platform/config/Settings.ts"

const sign = (text: string) => createHmac("sha256", "a key of this test").update(text).digest()
const signElsewhere = (text: string) => createHmac("sha256", "another key").update(text).digest()

const claims: EmbedUrlClaims = {
  app: "super_settings",
  entityId: "c2bc0c04-6b98-4333-91a6-919f5ebc9000",
  userSessionId: "user 77",
  validUntil: "2026-11-21T00:30:00Z",
  nonce: "4f1c9a52"
}

const url = signEmbedUrl("https://api.example.test", claims, sign)

describe("an embed URL", () => {
  it("names the employer in its path and is signed over path and query", () => {
    expect(url).toMatch(
      /^https:\/\/api\.example\.test\/embed\/v1\/employer\/c2bc0c04-6b98-4333-91a6-919f5ebc9000\/edit\/super_settings\?session_id=user\+77&valid_until=2026-11-21T00%3A30%3A00Z&nonce=4f1c9a52&signed=[A-Za-z0-9_-]{43}$/
    )
  })

  it.each<EmbedUrlClaims>([
    claims,
    { ...claims, userSessionId: undefined },
    { ...claims, app: "onboarding" },
    { ...claims, app: "intent" },
    { ...claims, app: "onboarding_intent" },
    { ...claims, app: "onboarding_intent", remoteId: "hire & 42" }
  ])("says again what it was made for: %o", (made) => {
    expect(verifyEmbedUrl(signEmbedUrl("https://api.example.test", made, sign), sign)).toEqual(made)
  })

  it("is of the same entity with its id in capitals", () => {
    const capitals = url.replace(claims.entityId, claims.entityId.toUpperCase())
    expect(verifyEmbedUrl(capitals, sign)).toEqual(claims)
  })

  it.each([
    ["another app", url.replace("/employer/", "/onboarding-session/").replace("/edit/super_settings", "")],
    ["another entity", url.replace("919f5ebc9000", "919f5ebc9001")],
    ["another user", url.replace("user+77", "user+78")],
    ["its user left out", url.replace("session_id=user+77&", "")],
    ["a later end", url.replace("T00%3A30", "T01%3A30")],
    ["another app of the employer", url.replace("/edit/super_settings", "/new/onboarding_intent")],
    ["a remote_id added", url.replace("?", "?remote_id=hire-42&")],
    ["another nonce", url.replace("4f1c9a52", "4f1c9a53")],
    ["something added", `${url}&admin=true`],
    ["a query value twice", `${url}&valid_until=2027-11-21T00%3A30%3A00Z`],
    ["a fragment", `${url}#x`],
    ["its signature cut", url.slice(0, -1)],
    ["no signature", url.replace(/&signed=.*/, "")],
    ["another path", url.replace("/edit/super_settings", "/edit/templates")],
    ["nothing at all", ""]
  ])("is refused with %s", (_, changed) => {
    expect(verifyEmbedUrl(changed, sign)).toBeUndefined()
  })

  it("is refused when another key signed it", () => {
    expect(verifyEmbedUrl(url, signElsewhere)).toBeUndefined()
  })
})

const now = DateTime.makeUnsafe("2026-11-21T00:00:00Z")
const at = (time: string) => DateTime.makeUnsafe(`2026-11-21T${time}Z`)

describe("an embed URL is requested until a moment at most two hours ahead", () => {
  it.each([
    ["00:00:00", false],
    ["00:00:01", true],
    ["02:00:00", true],
    ["02:00:01", false]
  ])("until %s: %s", (time, want) => {
    expect(isGoodValidity(at(time), now)).toBe(want)
  })
})

describe("an embed URL opens once, and again within five minutes for a reload", () => {
  it.each([
    ["00:30:00", undefined, "00:30:00", true],
    ["00:30:00", undefined, "00:30:01", false],
    ["00:30:00", "00:29:00", "00:34:00", true],
    ["00:30:00", "00:29:00", "00:34:01", false],
    ["00:30:00", "00:01:00", "00:06:00", true],
    ["00:30:00", "00:01:00", "00:10:00", false]
  ])("valid until %s, first opened %s, now %s: %s", (until, opened, time, want) => {
    expect(isStillGood(at(until), opened === undefined ? undefined : at(opened), at(time))).toBe(want)
  })
})

const guide = readFileSync(
  new URL("../../../docs/guides/partners/embedding.md", import.meta.url),
  "utf8"
).replaceAll(/\s+/g, " ")

const words = ["no", "one", "two", "three", "four", "five"]

describe("what the guide Embedding says of times is what the code does", () => {
  it.each([
    `for ${words[Duration.toMinutes(RELOAD_GRACE)]} minutes, for a reload`,
    `It can be opened for ${Duration.toMinutes(USUAL_VALIDITY)} minutes`,
    `at most ${words[Duration.toHours(LONGEST_VALIDITY)]} hours from now`,
    `${Duration.toMinutes(IDLE)} minutes idle, ${Duration.toHours(LIFETIME)} hours in all`
  ])("%s", (sentence) => expect(guide).toContain(sentence))
})

/** Every way to ask for an embed's address: [what, its product, path and body]. */
const asked = [
  [
    "the employer's settings",
    Effect.map(anEmployer(), ({ employerId, productId }) => ({
      productId,
      path: `/api/v1/employers/${employerId}`,
      body: { app: "super_settings" }
    }))
  ],
  [
    "a new intent",
    Effect.map(anEmployer(), ({ employerId, productId }) => ({
      productId,
      path: `/api/v1/employers/${employerId}`,
      body: { app: "onboarding_intent" }
    }))
  ],
  [
    "an onboarding session",
    Effect.map(aSession(), ({ id, productId }) => ({
      productId,
      path: `/api/v1/onboarding-session/${id}`,
      body: {}
    }))
  ],
  [
    "an intent",
    Effect.map(anIntent(), ({ id, productId }) => ({
      productId,
      path: `/api/v1/onboarding-session-intent/${id}`,
      body: {}
    }))
  ]
] as const

layer(TestHttp.layer, { excludeTestServices: true })(
  "the address of an embed that no page may frame",
  (it) => {
    for (const [what, made] of asked) {
      it.effect(`is refused, with the field to set: ${what}`, () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const { body, path, productId } = yield* made
          const ask = request("POST", `${path}/generate-embed-url`, { product: productId, body })
          const answer = yield* ask
          assert.deepStrictEqual([answer.status, answer.headers.get("cache-control")], [201, "no-store"])
          const past = yield* request("POST", `${path}/generate-embed-url`, {
            product: productId,
            body: { ...body, valid_until: "2020-01-01T00:00:00Z" }
          })
          assert.deepStrictEqual(findingsIn(past), ["#/valid_until not_allowed"])
          yield* sql`UPDATE products SET target_origins = '{}' WHERE id = ${productId}`
          const refused = yield* ask
          assert.deepStrictEqual([refused.status, refused.body.code], [409, "target_origins_missing"])
          assert.include(refused.body.detail, "target_origins, with PATCH /api/v1/products/{id}")
        })
      )
    }

    it.effect("is made in development, for a window of its own", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { productId } = yield* anEmployer()
        yield* sql`UPDATE products SET target_origins = '{}' WHERE id = ${productId}`
        const inDevelopment = Layer.fresh(EmbedUrls.layer).pipe(
          Layer.provide([
            TestVault.layer,
            Layer.effect(
              Settings,
              Effect.map(Settings, (usual) => ({ ...usual, dev: true }))
            ).pipe(Layer.provide(TestSettings.layer))
          ])
        )
        yield* Effect.flatMap(EmbedUrls, (urls) => urls.requireFramers(productId)).pipe(
          Effect.provide(inDevelopment)
        )
        const refused = yield* Effect.flip((yield* EmbedUrls).requireFramers(productId))
        assert.strictEqual(refused.code, "target_origins_missing")
      })
    )
  }
)
