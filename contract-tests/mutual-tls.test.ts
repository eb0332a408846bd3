/** The fund simulator uses mutual TLS with the service: by the profile and the certificate in its folder. */
import type * as S from "@embedded-super/contracts/schemas"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { FundCredentials, FundProfiles, LiveLookup } from "@embedded-super/service/funds"
import { aProduct } from "@embedded-super/service/testing/stand-ins"
import { TestFundCalls } from "@embedded-super/service/testing"
import { startFundSimulatorOverTls } from "./src/programs/simulators.ts"

const fundSimulator = Effect.acquireRelease(
  Effect.promise(() => startFundSimulatorOverTls("--profile", "mutual-tls")),
  (fund) => Effect.promise(fund.stop)
)

layer(LiveLookup.layer.pipe(Layer.provideMerge(TestFundCalls.layer)), { excludeTestServices: true })(
  "the fund simulator and the service",
  (it) => {
    it.effect("know each other by their certificates, and the service is refused by another [R-5-7]", () =>
      Effect.gen(function* () {
        const { dataDir } = yield* fundSimulator
        const read = (name: string) => readFileSync(join(dataDir, name), "utf8")
        const { fund } = yield* (yield* FundProfiles).load(read("fund-profile.json"))
        const credentials = yield* FundCredentials
        const productId = yield* aProduct({ sandboxed: true })
        const { ask } = yield* LiveLookup
        const look = ask(productId, fund, "80000000001" as S.Abn).pipe(Effect.map(Option.isSome))
        yield* credentials.replace(fund.slug, Redacted.make(`${read("server.pem")}\n${read("server.key")}`))
        assert.isFalse(yield* look)
        assert.isTrue(Option.isNone(yield* credentials.current(fund.id)))
        yield* credentials.replace(fund.slug, Redacted.make(read("caller.pem")))
        assert.isTrue(yield* look)
      })
    )
  }
)
