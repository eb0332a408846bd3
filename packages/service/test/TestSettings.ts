import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"
import { sampleInstance } from "../src/platform/config/sampleInstance.ts"
import { Settings } from "../src/platform/config/Settings.ts"
import { masterKeyOf, masterKeyRing, MasterKeys } from "../src/platform/crypto/MasterKeys.ts"
import { Vault } from "../src/platform/crypto/Vault.ts"
import { termsOf } from "../src/employers/statements.ts"

/** Longer than a test may take, and shorter than the holds of funds in tests. */
export const TEST_LOOKUP = Duration.millis(TEST_LIMIT + 60_000)

/** Settings of a service with the base URL https://api.example.test. */
export const TestSettings = {
  layer: Layer.succeed(Settings, {
    dev: false,
    host: "127.0.0.1",
    port: 0,
    baseUrl: "https://api.example.test",
    instance: sampleInstance("https://api.example.test"),
    isInstanceOwn: false,
    masterKeyFile: Option.none(),
    dataDir: "/nowhere",
    docsDir: "/nowhere",
    embedsDir: "/nowhere",
    smtpUrl: Option.none(),
    mailFrom: "webhooks@api.example.test",
    rateLimit: { perMinute: 0, burst: 50 },
    timeouts: {
      request: Duration.seconds(20),
      // No lookup ends because the machine is busy; a test that needs its end brings it about (`lookupTime`).
      lookup: TEST_LOOKUP,
      statement: Duration.seconds(10),
      lock: Duration.seconds(5),
      backgroundStatement: Duration.minutes(15)
    },
    connections: { pool: 10, pooler: "none" },
    outgoing: "on",
    shutdownDelay: Duration.zero
  })
}

/** These settings, but for a change. */
export const changedSettings = (change: Partial<Settings["Service"]>) =>
  Layer.effect(
    Settings,
    Effect.map(Settings, (usual) => ({ ...usual, ...change }))
  ).pipe(Layer.provide(TestSettings.layer))

/** A `Vault` under a fixed master key, on the database of `TestDatabase.layer`. */
export const TestVault = {
  layer: Vault.layer.pipe(
    Layer.provide(Layer.succeed(MasterKeys, masterKeyRing(masterKeyOf(Buffer.alloc(32, 7)))))
  )
}

/** The operator's current terms in tests, as `TestSettings` has them. */
export const TERMS = termsOf(sampleInstance("https://api.example.test"))

/** The body of an employer who accepts the current terms. */
export const termsAccepted = { accepted_terms_versions: TERMS.map(({ version }) => version) }
