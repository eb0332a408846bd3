import * as NodeServices from "@effect/platform-node/NodeServices"
import { FundProfile } from "@embedded-super/contracts/schemas"
import { askAt, startProgram } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { fileURLToPath } from "node:url"
import { aProfile, keyIn } from "./callFund.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

interface ReadyFund {
  readonly url: string
  readonly pid: number
  readonly data_dir: string
  readonly files: Readonly<Record<string, string>>
}

const decodeProfile = Schema.decodeUnknownSync(Schema.fromJsonString(FundProfile))

const runFunds = Effect.fnUntraced(function* (folder: string, ...names: ReadonlyArray<string>) {
  const profiles = names.flatMap((name) => ["--profile", name])
  const args = ["--port", "0", "--http", "--json", "--data-dir", folder, ...profiles]
  const started = yield* startProgram(main, ...args)
  const ready = JSON.parse(yield* started.firstLine) as { readonly simulators: ReadonlyArray<ReadyFund> }
  return { started, funds: ready.simulators }
})

/** A profile that all funds accept: it holds every field that one of them requires. */
const everywhere = {
  tfn_exemption_type: undefined,
  tfn: "459599230",
  employment_start_date: "2026-12-01",
  contribution_frequency: "monthly"
}

const register = ({ data_dir, url }: ReadyFund, headers: Readonly<Record<string, string>>, email: string) =>
  askAt(url, {
    path: "/v1/member_registration",
    body: aProfile(email, everywhere),
    headers: { "x-auth-key": keyIn(data_dir), ...headers }
  })

const membersOf = ({ url }: ReadyFund) =>
  Effect.map(askAt(url, { path: "/_simulator/members" }), ({ json }) => json.data.length)

layer(NodeServices.layer)("several funds in one process", (it) => {
  it.effect(
    "each has a port, a folder, a key, a profile and members of its own, also after a kill -9",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      const first = yield* runFunds(folder, "api-key", "jwt", "files")
      const [banksia, waratah, telopea] = first.funds as [ReadyFund, ReadyFund, ReadyFund]
      assert.deepStrictEqual(new Set(first.funds.map(({ pid }) => pid)), new Set([first.started.child.pid]))
      assert.strictEqual(new Set(first.funds.map(({ url }) => url)).size, 3)
      const slugs = yield* Effect.forEach(first.funds, ({ files }) =>
        Effect.map(fs.readFileString(files["fund_profile"] ?? ""), (text) => decodeProfile(text).fund.slug)
      )
      assert.deepStrictEqual(slugs, ["banksia", "waratah", "telopea"])

      assert.strictEqual((yield* register(banksia, {}, "one@example.com")).status, 201)
      assert.strictEqual((yield* register(telopea, {}, "one@example.com")).status, 201)
      // A key is valid only at its own fund; this fund accepts only tokens.
      const foreign = { "x-auth-key": keyIn(banksia.data_dir) }
      assert.strictEqual((yield* register(telopea, foreign, "two@example.com")).status, 401)
      assert.strictEqual((yield* register(waratah, foreign, "two@example.com")).status, 401)
      assert.deepStrictEqual(yield* Effect.forEach(first.funds, membersOf), [1, 0, 1])

      first.started.child.kill("SIGKILL")
      yield* first.started.ended
      const second = yield* runFunds(folder, "api-key", "jwt", "files")
      assert.deepStrictEqual(yield* Effect.forEach(second.funds, membersOf), [1, 0, 1])
      assert.strictEqual((yield* register(second.funds[0]!, {}, "one@example.com")).status, 200)
    })
  )

  it.effect(
    "a reset of one leaves the others as they are",
    Effect.fnUntraced(function* () {
      const fs = yield* FileSystem.FileSystem
      const { funds } = yield* runFunds(yield* fs.makeTempDirectoryScoped(), "api-key", "files")
      yield* Effect.forEach(funds, (fund) => register(fund, {}, "one@example.com"))
      yield* askAt(funds[0]!.url, { method: "POST", path: "/_simulator/reset" })
      assert.deepStrictEqual(yield* Effect.forEach(funds, membersOf), [0, 1])
    })
  )
})
