import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { aFundProfile } from "../../../../rules/test/aFundProfile.ts"
import { TestDatabase } from "../../../test/TestDatabase.ts"
import { changedSettings, TestSettings, TestVault } from "../../../test/TestSettings.ts"
import { Jobs } from "../../platform/jobs/Jobs.ts"
import { keepServiceAddress } from "../../platform/outgoing/ServedDatabaseRepo.ts"
import { FundCredentials } from "../FundCredentials.ts"
import { FundProfiles } from "../FundProfiles.ts"
import { FundChecks } from "./FundChecks.ts"

/** A service that runs at an address of its own, which this process doesn't have among its settings. */
const running = Layer.effectDiscard(keepServiceAddress).pipe(
  Layer.provide(changedSettings({ baseUrl: "http://localhost:6400" }))
)

const services = Layer.mergeAll(FundChecks.layer, FundProfiles.layer).pipe(
  Layer.provideMerge(FundCredentials.layer),
  Layer.provideMerge(Layer.mergeAll(TestVault.layer, Jobs.layer, running)),
  Layer.provideMerge(TestDatabase.layer)
)

const prepared = Effect.gen(function* () {
  const check = { matching_abn: "51824753556" }
  const { fund } = yield* (yield* FundProfiles).load(aFundProfile({ check }))
  yield* (yield* FundCredentials).replace(fund.slug, Redacted.make("k".repeat(40)))
  return yield* (yield* FundChecks).prepare(fund.slug)
})

layer(services.pipe(Layer.provideMerge(TestSettings.layer)), { excludeTestServices: true })(
  "a check from a command",
  (it) => {
    it.effect("has the issuer and the docs of the service that runs", () =>
      Effect.gen(function* () {
        const { docsUrl, profile } = yield* prepared
        assert.strictEqual(docsUrl, "http://localhost:6400/docs")
        assert.strictEqual<string | undefined>(profile.check?.issuer, "http://localhost:6400")
      })
    )
  }
)

const withInstanceFile = changedSettings({ isInstanceOwn: true })

layer(services.pipe(Layer.provideMerge(withInstanceFile)), { excludeTestServices: true })(
  "a check of an operator with an instance file",
  (it) => {
    it.effect("leads to the docs that the file names", () =>
      Effect.map(prepared, ({ docsUrl }) => assert.strictEqual(docsUrl, "https://api.example.test/docs"))
    )
  }
)
