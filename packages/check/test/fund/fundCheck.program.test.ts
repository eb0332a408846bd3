import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { CheckReport } from "@embedded-super/contracts/schemas"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { DataFolder } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { version } from "../../src/version.ts"
import { folder, fundCheck } from "./fundCheck.ts"

describe("fund-check", () => {
  it.live("run against the simulator: exit 0, a whole report, no secret and no TFN", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const data = (yield* DataFolder).path
      const secret = readFileSync(join(data, "api-key"), "utf8").trim()
      const profile = ["--profile", join(data, "fund-profile.json")]
      const env = { FUND_CHECK_SECRET: secret }
      const ran = yield* fundCheck(cwd, env, "run", ...profile, "--seed", "7", "VERSION", "lookup")
      assert.deepInclude(ran, { code: 0, err: "" })
      assert.match(ran.out, /Conforms/)
      const report = JSON.parse(readFileSync(join(cwd, "fund-check-report/report.json"), "utf8")) as unknown
      const decoded = Schema.decodeUnknownSync(CheckReport)(report)
      assert.deepInclude(decoded, { kit_version: version, seed: 7, verdict: "conforms" })
      assert.deepStrictEqual<unknown>(decoded.flags, [`--profile ${profile[1]}`])
      const shown = [ran.out, JSON.stringify(report)].join("\n")
      assert.notInclude(shown, secret)
      assert.notMatch(shown, /\b9\d{8}\b/)
    }).pipe(
      Effect.provide(inProcess(fundSimulator(), { http: false })),
      Effect.scoped,
      Effect.provide(NodeServices.layer)
    )
  )

  it.live(
    "init names the file in what comes next, says which ABN is an example's, and what its tokens have",
    () =>
      Effect.gen(function* () {
        const cwd = yield* folder
        const { code, out } = yield* fundCheck(cwd, {}, "init", "--yes", "--auth", "jwt", "--out", "tls.yaml")
        assert.strictEqual(code, 0)
        assert.match(out, /npx fund-check run --profile tls\.yaml\. .*iss, sub and aud/)
        assert.match(
          readFileSync(join(cwd, "tls.yaml"), "utf8"),
          /^# The ABN below.*replace it by your fund's own/m
        )
      }).pipe(Effect.scoped)
  )
})
