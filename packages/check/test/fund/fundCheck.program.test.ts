import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { CheckReport } from "@embedded-super/contracts/schemas"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { DataFolder } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
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
      const text = readFileSync(profile[1]!)
      const { fund, products } = JSON.parse(text.toString()) as {
        readonly fund: { readonly slug: string; readonly abn: string }
        readonly products: ReadonlyArray<{ readonly usi: string }>
      }
      const identity = {
        slug: fund.slug,
        abn: fund.abn,
        usis: products.map(({ usi }) => usi),
        profile_sha256: createHash("sha256").update(text).digest("hex")
      }
      assert.deepInclude<unknown>(decoded.subject, identity)
      const page = readFileSync(join(cwd, "fund-check-report/report.html"), "utf8")
      for (const value of Object.values(identity).flat()) assert.include(page, value)
      const shown = [ran.out, JSON.stringify(report)].join("\n")
      assert.notInclude(shown, secret)
      assert.notMatch(shown, /\b9\d{8}\b/)
    }).pipe(
      Effect.provide(inProcess(fundSimulator(), { http: false })),
      Effect.scoped,
      Effect.provide(NodeServices.layer)
    )
  )

  it.live("judges nothing that is required of a fund on this machine by TLS-5-2: exit 4, and why", () =>
    Effect.gen(function* () {
      const cwd = yield* folder
      const data = (yield* DataFolder).path
      const env = { FUND_CHECK_SECRET: readFileSync(join(data, "api-key"), "utf8").trim() }
      const file = join(data, "fund-profile.json")
      const ran = yield* fundCheck(cwd, env, "run", "--profile", file, "TLS-5-2")
      assert.strictEqual(ran.code, 4)
      assert.match(
        ran.out.replaceAll(/\s+/g, " "),
        /rules out 1 required check, .* may be called over http\./
      )
      assert.match(ran.out, /\nNothing required was judged: /)
      assert.notMatch(ran.out, /Conforms/)
    }).pipe(
      Effect.provide(inProcess(fundSimulator(), { http: true })),
      Effect.scoped,
      Effect.provide(NodeServices.layer)
    )
  )

  it.live(
    "csv says of hashes in place of plain ABNs that alone, and of unsalted ones how a salt is named",
    () =>
      Effect.gen(function* () {
        const cwd = yield* folder
        const hash = (abn: string) => createHash("sha256").update(abn).digest("hex")
        writeFileSync(join(cwd, "list.csv"), `abn\n${hash("51824753556")}\n${hash("53004085616")}\n`)
        const plain = yield* fundCheck(cwd, {}, "csv", "list.csv", "--format", "plain")
        assert.match(
          plain.out,
          /^Refused: 2 rows read\.\n {2}line 2 {2}The file holds hashes, and plain ABNs are agreed\./
        )
        assert.notMatch(plain.out, /other rows/)
        const hashed = yield* fundCheck(cwd, {}, "csv", "list.csv", "--format", "hashed")
        assert.match(hashed.out, /If the hashes have a salt, .* --salt-env/)
      }).pipe(Effect.scoped)
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
