import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkPartner } from "../../src/partner/index.ts"
import { init } from "../../src/partner/cli/init.ts"
import { loadSettings, settingsText, withSecrets } from "../../src/partner/PartnerSettings.ts"
import { settingsOf } from "./simulatedPartner.ts"

const receiverUrl = "http://localhost:5000/webhooks"

const asked = {
  name: Option.some("Wattle Payroll"),
  receiverUrl: Option.some(receiverUrl),
  serviceUrl: Option.none(),
  yes: true,
  force: false
}

const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "partner-check-"))),
    use,
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ).pipe(Effect.provide(NodeServices.layer))

const environment = {
  PARTNER_CHECK_KEY_1: "key one",
  PARTNER_CHECK_SECRET_1: `whsec_${"A".repeat(43)}=`,
  PARTNER_CHECK_KEY_2: "key two",
  PARTNER_CHECK_SECRET_2: `whsec_${"E".repeat(43)}=`
}

describe("the settings", () => {
  it.live("are written by init, without a secret, and read again", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const out = join(folder, "partner-check.yaml")
        yield* init({ out, ...asked })
        assert.notMatch(readFileSync(out, "utf8"), /whsec_|product_sandbox_/)
        const lines = readFileSync(join(folder, "partner-check.env"), "utf8")
        assert.match(lines, /^export PARTNER_CHECK_KEY_1=product_sandbox_\w{8}_\w{43}_\w{6}$/m)
        assert.match(lines, /^export PARTNER_CHECK_SECRET_2=whsec_[\w+/=]{40,}$/m)
        const settings = yield* loadSettings(out)
        assert.strictEqual(settings.name as string, "Wattle Payroll")
        assert.strictEqual(settings.receiver_url as string, receiverUrl)
        const { products } = yield* withSecrets(settings, environment)
        assert.deepStrictEqual(
          products.map(({ key }) => Redacted.value(key)),
          ["key one", "key two"]
        )
        const again = yield* Effect.flip(init({ out, ...asked }))
        assert.match(again.sentence, /is there already/)
      })
    )
  )

  it.live("need the name of the software, which heads the certificate", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const out = join(folder, "partner-check.yaml")
        const { reason, sentence } = yield* Effect.flip(init({ out, ...asked, name: Option.none() }))
        assert.strictEqual(reason, "usage")
        assert.match(sentence, /^--name: Give the name of your software/)
        assert.isFalse(existsSync(out))
      })
    )
  )

  it.live("have a second secret at hand, for software that accepts two during a rotation", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const out = join(folder, "partner-check.yaml")
        yield* init({ out, ...asked })
        const lines = readFileSync(join(folder, "partner-check.env"), "utf8")
        assert.match(lines, /^export PARTNER_CHECK_NEXT_SECRET_1=whsec_[\w+/=]{40,}$/m)
        const text = readFileSync(out, "utf8")
        writeFileSync(out, text.replace("# next_secret_env", "next_secret_env"))
        const { products } = yield* loadSettings(out)
        assert.strictEqual(products[0]?.next_secret_env as string, "PARTNER_CHECK_NEXT_SECRET_1")
      })
    )
  )

  it.live("may name one product", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const out = join(folder, "partner-check.yaml")
        const productIds = ["bffc9067-28ee-4381-a0f2-92fae25d9f83"] as const
        writeFileSync(
          out,
          settingsText({ name: "X", receiverUrl, serviceUrl: "http://localhost:4090", productIds })
        )
        const { products } = yield* withSecrets(yield* loadSettings(out), environment)
        assert.lengthOf(products, 1)
      })
    )
  )

  it.live("are refused with the place of each mistake", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const file = join(folder, "settings.yaml")
        writeFileSync(file, "settings_version: v1\nname: X\nmore: 1\n")
        const { reason, sentence } = yield* Effect.flip(loadSettings(file))
        assert.strictEqual(reason, "usage")
        assert.include(sentence, "#/more")
        assert.include(sentence, "#/receiver_url")
        const missing = yield* Effect.flip(loadSettings(join(folder, "none.yaml")))
        assert.match(missing.sentence, /partner-check init/)
      })
    )
  )

  it.live("need a value of each variable, and two different products; no value is shown", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const out = join(folder, "partner-check.yaml")
        yield* init({ out, ...asked })
        const settings = yield* loadSettings(out)
        const refused = (change: Partial<Record<keyof typeof environment, string>>) =>
          Effect.map(
            Effect.flip(withSecrets(settings, { ...environment, ...change })),
            ({ sentence }) => sentence
          )
        assert.match(yield* refused({ PARTNER_CHECK_KEY_1: "" }), /PARTNER_CHECK_KEY_1 is empty/)
        const malformed = yield* refused({ PARTNER_CHECK_SECRET_2: "not a secret" })
        assert.match(malformed, /PARTNER_CHECK_SECRET_2/)
        assert.notInclude(malformed, "not a secret")
        assert.match(yield* refused({ PARTNER_CHECK_KEY_2: "key one" }), /the same id, key or secret/)
      })
    )
  )
})

describe("a run", () => {
  it.live("can't begin where nothing listens: one sentence, unreachable", () =>
    Effect.gen(function* () {
      // Port 1 is reserved, and nobody's.
      const settings = settingsOf("http://127.0.0.1:1")
      const { reason, sentence } = yield* Effect.flip(checkPartner({ settings, mode: "dev", seed: 1 }))
      assert.strictEqual(reason, "unreachable")
      assert.match(sentence, /nothing listens there/)
    })
  )

  it.live("gives no certificate to a receiver that is declared to fetch nothing", () =>
    Effect.gen(function* () {
      const { declared, ...settings } = settingsOf("http://127.0.0.1:1")
      const { reason, sentence } = yield* Effect.flip(
        checkPartner({
          settings: { ...settings, declared: { ...declared, fetches_entities: false } },
          mode: "certify",
          seed: 1
        })
      )
      assert.strictEqual(reason, "usage")
      assert.match(
        sentence,
        /^A certifying run checks that each entity is fetched, .* set fetches_entities to true/
      )
    })
  )

  it.live("refuses a name that no check has", () =>
    Effect.gen(function* () {
      const settings = settingsOf("http://127.0.0.1:1")
      const { reason } = yield* Effect.flip(
        checkPartner({ settings, mode: "dev", seed: 1, names: ["NONSENSE"] })
      )
      assert.strictEqual(reason, "usage")
    })
  )
})
