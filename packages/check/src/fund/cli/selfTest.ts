import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { randomBytes } from "node:crypto"
import { createServer } from "node:https"
import { tmpdir } from "node:os"
import { servedHere } from "../../cli/servedHere.ts"
import { selfSigned } from "../caller/selfSigned.ts"
import { checkFund } from "../checkFund.ts"
import { profileText } from "../profile/profileText.ts"
import { tinyFund } from "../tiny/tinyFund.ts"

const HOST = "127.0.0.1"
const MATCHING = "80000000001"

/** The tiny fund on a free port of this machine, until the scope closes. */
const served = Effect.fnUntraced(function* (isWrong: boolean) {
  const key = randomBytes(32).toString("hex")
  const certificate = yield* Effect.promise(() => selfSigned("fund-check self-test", HOST))
  const port = yield* servedHere(
    createServer({ ...certificate, minVersion: "TLSv1.2" }, tinyFund({ key, matchingAbn: MATCHING, isWrong }))
  )
  const text = profileText({
    name: isWrong ? "A wrong fund" : "A correct fund",
    abn: "60905115063",
    baseUrl: `https://${HOST}:${port}`,
    operations: ["registration", "lookup"],
    lookupPath: "/v1/employer_lookup",
    flow: "api_key",
    matchingAbn: MATCHING,
    unknownAbn: "42000000003",
    ca: certificate.cert
  })
  return { key, profile: Result.getOrThrow(readProfile(text, { dev: true })) }
})

export const checked = (isWrong: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { key, profile } = yield* served(isWrong)
      const environment = { FUND_CHECK_SECRET: key }
      return yield* checkFund({ profile, environment, keysFolder: tmpdir(), mode: "dev", seed: 1 })
    })
  )

/** The groups that must find the wrong one's mistakes. */
export const groups = ["AUTH", "LOOKUP", "TRANSPORT"]
