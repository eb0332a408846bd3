/** The kit calls a fund as the service does: each difference is something that the kit tests and the service never does. */
import { assert, layer } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { checkFund } from "../../../packages/check/src/fund/index.ts"
import { simulatedFund } from "../../../packages/check/test/fund/simulatedFund.ts"
import { startWorker } from "../../../packages/service/test/funds/TestRegistering.ts"
import type { OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { fundSimulator } from "../../../simulators/fund/src/fundSimulator.ts"
import { type Call, DataFolder } from "../../../simulators/kit/src/index.ts"
import { inProcess } from "../../../simulators/kit/src/testing/index.ts"
import { callShape } from "./callShape.ts"
import { casts } from "./cast.ts"
import {
  anEmployerOf,
  aProductOf,
  confirm,
  giveDetails,
  load,
  lookUp,
  publishedKeys,
  register,
  service
} from "./service.ts"

/** A fund for each way of authentication. */
const agreed = ["banksia", "waratah", "kurrajong", "grevillea"] as const
type Agreed = (typeof agreed)[number]

type Shape = ReturnType<typeof callShape>

/** The plain fund, and the first call of each address. */
const recording = (fund: Agreed) => {
  const calls = new Map<string, Shape>()
  const variant: OtherFund = {
    name: "recording",
    sentence: "The fund records the calls.",
    options: { fund },
    play: () => ({
      exchange: (call: Call, serve) => {
        if (!calls.has(call.url)) calls.set(call.url, callShape(call))
        return serve(call)
      }
    })
  }
  return { calls, variant }
}

const ANSWERS = {
  industry_code: "E",
  contact_name: "Ines Wattle",
  contact_email: "ines@wattle.example",
  custom_answers: [{ question_id: "clearing_house", answer: "Ours" }]
}

let nth = 0

/** What the service sends to a fund with these callers. */
const ofService = Effect.fnUntraced(function* (name: Agreed) {
  const { calls, variant } = recording(name)
  const fs = yield* FileSystem.FileSystem
  const callerJwks = join(yield* fs.makeTempDirectoryScoped(), "jwks.json")
  writeFileSync(callerJwks, `{"keys":[]}`)
  const simulator = yield* Layer.build(
    inProcess(fundSimulator({ variant, callerJwks }), { http: name !== "grevillea" })
  )
  const textOf = (file: string) => readFileSync(join(Context.get(simulator, DataFolder).path, file), "utf8")
  nth += 1
  const secretOf = { banksia: "api-key", grevillea: "caller.pem", waratah: undefined, kurrajong: undefined }
  const secretFile = secretOf[name]
  const { fund } = yield* load({
    profile: textOf("fund-profile.json"),
    slug: `shape-${name}`,
    nth,
    secret: secretFile === undefined ? undefined : textOf(secretFile).trim(),
    registrationSeconds: undefined
  })
  writeFileSync(callerJwks, yield* publishedKeys)
  const productId = yield* aProductOf(fund)
  yield* register(yield* anEmployerOf(productId), casts["usual"]![0]!)
  // The fund gave this employer no number, which the service would send with the details; the kit sends none.
  const { embed, match } = yield* lookUp(productId, "61000000002", "looked up")
  assert.isDefined(match)
  yield* confirm(embed, match!.id)
  yield* giveDetails(embed, ANSWERS)
  yield* (yield* startWorker()).untilIdle
  return calls
}, Effect.scoped)

/** What the kit sends to it for its usual calls. */
const ofKit = Effect.fnUntraced(function* (name: Agreed) {
  const { calls, variant } = recording(name)
  const fs = yield* FileSystem.FileSystem
  const keysFolder = yield* fs.makeTempDirectoryScoped()
  const callerJwks = join(keysFolder, "jwks.json")
  writeFileSync(callerJwks, `{"keys":[]}`)
  yield* Effect.gen(function* () {
    const { environment, profile } = yield* simulatedFund
    const names = ["REGISTER-2.4-2", "LOOKUP-2.5-1", "DETAILS-4.2-1"]
    yield* checkFund({ profile, environment, keysFolder, mode: "dev", seed: 1, names })
  }).pipe(Effect.provide(inProcess(fundSimulator({ variant, callerJwks }), { http: name !== "grevillea" })))
  return calls
}, Effect.scoped)

layer(Layer.merge(service, NodeServices.layer), { excludeTestServices: true })(
  "the kit calls a fund as the service does",
  (it) => {
    for (const name of agreed) {
      it.effect(`as ${name} agreed`, () =>
        Effect.gen(function* () {
          const [mine, kits] = [yield* ofService(name), yield* ofKit(name)]
          assert.sameMembers([...kits.keys()], [...mine.keys()])
          // The place in a trace is sent with --dev and by the kit alone (funds/numbers).
          for (const { headers } of kits.values()) delete (headers as Record<string, unknown>)["traceparent"]
          for (const [url, shape] of mine) assert.deepStrictEqual(kits.get(url), shape, url)
        })
      )
    }
  }
)
