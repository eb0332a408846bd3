/** "Check this simulator": the page's own check, by its form, as a browser without a script uses it. */
import { DataFolder, SimulatorAddress } from "@embedded-super/simulator-kit"
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schedule from "effect/Schedule"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { faults } from "../src/faults/index.ts"
import { fundSimulator, type FundSimulatorOptions } from "../src/index.ts"

const place = "/_simulator/inspector/check"

const press = Effect.gen(function* () {
  const { url } = yield* SimulatorAddress
  return yield* ask({
    method: "POST",
    path: place,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: url }
  })
})

/** The page, as soon as the check has ended. */
const result = ask({ path: place, method: "GET" }).pipe(
  Effect.repeat({
    schedule: Schedule.spaced("20 millis"),
    until: ({ text }) => !text.includes("The check runs.")
  }),
  Effect.map(({ text }) => text)
)

const checked = <A>(
  options: FundSimulatorOptions,
  use: Effect.Effect<A, unknown, SimulatorAddress | DataFolder>,
  http = true
) => use.pipe(Effect.provide(inProcess(fundSimulator(options), { http })), Effect.provide(NodeServices.layer))

describe("the page's check", () => {
  it.live("begins when it is pressed, and says that the simulator conforms, with a report to open", () =>
    checked(
      {},
      Effect.gen(function* () {
        const before = yield* ask({ path: place, method: "GET" })
        assert.include(before.text, "Check this simulator")
        assert.notInclude(before.text, "Open the report")
        assert.strictEqual((yield* ask({ path: `${place}/report.html`, method: "GET" })).status, 404)
        const { headers, status } = yield* press
        assert.deepStrictEqual([status, headers["location"]], [303, place])
        const text = yield* result
        assert.include(text, "<strong>Conforms.</strong>")
        assert.match(text, /REGISTER<\/code>/)
        const report = yield* ask({ path: `${place}/report.html`, method: "GET" })
        assert.include(report.text, "Conformance report")
        const calls = yield* ask({ path: "/_simulator/log?limit=100", method: "GET" })
        assert.include(calls.text, '"from":"fund-check"')
        const secret = readFileSync(join((yield* DataFolder).path, "api-key"), "utf8").trim()
        for (const shown of [text, report.text]) assert.notInclude(shown, secret)
      })
    )
  )

  it.live("finds the mistake that the simulator was started with, and names it", () => {
    const fault = faults.find(({ name }) => name === "apostrophe-refused")!
    return checked(
      { fault },
      Effect.gen(function* () {
        yield* press
        const text = yield* result
        assert.include(text, "<strong>Does not conform.</strong>")
        assert.match(text, /<strong>[^<]*apostrophe[^<]*<\/strong>/)
      })
    )
  })

  it.live("signs with a key of its own where callers sign, and leaves none behind", () =>
    checked(
      { fund: "waratah" },
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        yield* press
        assert.include(yield* result, "<strong>Conforms.</strong>")
        assert.isFalse(yield* fs.exists(join((yield* DataFolder).path, "check-keys")))
      }).pipe(Effect.provide(NodeServices.layer))
    )
  )

  it.live("is there as commands, with the profile that they need", () =>
    checked(
      {},
      Effect.gen(function* () {
        const { text } = yield* ask({ path: place, method: "GET" })
        assert.include(text, "fund-check-0.1.0.tgz init")
        assert.include(text, "run --profile fund-profile.yaml")
        const profile = yield* ask({ path: `${place}/fund-profile.yaml`, method: "GET" })
        assert.strictEqual(profile.headers["content-type"], "application/yaml; charset=utf-8")
        assert.property(JSON.parse(profile.text), "check")
      })
    )
  )

  it.live("is refused when another site's page presses it", () =>
    checked(
      {},
      Effect.gen(function* () {
        const { status } = yield* ask({
          method: "POST",
          path: place,
          headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" }
        })
        assert.strictEqual(status, 403)
        assert.notInclude(yield* result, "Conforms")
      })
    )
  )
})
