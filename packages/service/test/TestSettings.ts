import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"
import { stringify } from "yaml"
import { sampleInstance } from "../src/platform/config/instanceFile.ts"
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
    erasuresFile: "/nowhere/erasures.jsonl",
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
    connections: { pool: 10, pooler: "none", caFile: Option.none() },
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

/** Development, in which webhooks may go to this machine itself, and simulated funds run on it. */
export const devSettings = changedSettings({ dev: true })

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

const page = (name: string) => ({
  url: `https://operator-in-tests.net.au/${name}`,
  version: `${name}-2026-11`,
  date: "2026-11-01"
})

/** An instance file as an operator could write it, without placeholders. */
const whole = {
  instance_version: "v1",
  operator: {
    legal_name: "Operator in Tests Pty Ltd",
    abn: "51824753556",
    address: "3 Wattle Street, Sydney NSW 2000"
  },
  privacy_contact: { email: "privacy@operator-in-tests.net.au", phone_number: "+61290001111" },
  help_contact: { email: "help@operator-in-tests.net.au", url: "https://operator-in-tests.net.au/help" },
  privacy_policy: page("privacy"),
  collection_notice: page("your-details"),
  terms: page("terms"),
  ato_end_user_terms: page("ato-end-user-terms"),
  docs_url: "https://docs.operator-in-tests.net.au",
  data_location: "Sydney, Australia",
  status_page_url: "https://status.operator-in-tests.net.au",
  source_addresses: ["1.0.0.10", "2400:1234::/32"]
}

type Change = Readonly<Record<string, unknown>>

/** The text of an instance file; a changed member that is undefined is left out. */
export const anInstanceFile = (change: Change = {}): string =>
  stringify(JSON.parse(JSON.stringify({ ...whole, ...change })))
