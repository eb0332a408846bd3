import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"
import { aSimulator } from "../../../test/workbench/TestSimulators.ts"
import { AHEAD, ask, TestWorkbench } from "../../../test/workbench/TestWorkbench.ts"
import { Settings } from "../../platform/config/Settings.ts"

const sources = Effect.map(ask("GET", "/_workbench"), ({ json }) => json.data.sources)

const again = (dataDir: string) =>
  `Stop start with Ctrl-C, and run it again: \`npx --yes pnpm@12.21.0 start --data-dir ${dataDir}\`.`

layer(TestWorkbench.layer, { excludeTestServices: true })("the programs of the Workbench", (it) => {
  it.effect("are the service alone if no simulator was started, with the one clock", () =>
    Effect.gen(function* () {
      const { json, status } = yield* ask("GET", "/_workbench")
      assert.strictEqual(status, 200)
      assert.strictEqual(json.data.ahead_seconds, Duration.toSeconds(AHEAD))
      assert.deepStrictEqual(json.data.sources, [
        {
          source: "service",
          name: "Embedded Super",
          slug: null,
          url: "http://localhost:4000",
          is_up: true,
          detail: null
        }
      ])
    })
  )

  it.effect("are those with a ready file below the data folder, by the names that they play", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const partner = yield* aSimulator({ dataDir, kind: "partner", name: "Wattle Payroll" })
      const fund = yield* aSimulator({ dataDir, kind: "fund", slug: "banksia", name: "Banksia Super" })
      const [, ...simulators] = yield* sources
      assert.deepStrictEqual(simulators, [
        {
          source: "fund",
          name: "Banksia Super",
          slug: "banksia",
          url: fund.url,
          is_up: true,
          detail: null
        },
        {
          source: "partner",
          name: "Wattle Payroll",
          slug: null,
          url: partner.url,
          is_up: true,
          detail: null
        }
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("show a simulator that ended as down, with one sentence", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const gone = yield* aSimulator({
        dataDir,
        kind: "fund",
        slug: "gone",
        name: "Gone Super",
        url: "http://127.0.0.1:1"
      })
      const [, first] = yield* sources
      assert.deepInclude(first, {
        is_up: false,
        detail: `Gone Super at http://127.0.0.1:1 doesn't answer: no program listens at this address. ${again(dataDir)}`
      })
      assert.deepStrictEqual(gone.asked, [])
    }).pipe(Effect.scoped)
  )

  it.effect("show a simulator that doesn't answer in time as down, with one sentence", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const slow = yield* aSimulator({ dataDir, kind: "fund", slug: "slow", name: "Slow Super" })
      slow.isSilent = true
      const time = new AbortController()
      const spy = vi.spyOn(AbortSignal, "timeout").mockReturnValue(time.signal)
      yield* Effect.addFinalizer(() => Effect.sync(() => spy.mockRestore()))
      const looking = yield* Effect.forkChild(sources)
      while (slow.asked.length === 0) yield* Effect.sleep("1 millis")
      time.abort(new DOMException("", "TimeoutError"))
      const [, found] = yield* Fiber.join(looking)
      assert.deepInclude(found, {
        is_up: false,
        detail: `Slow Super at ${slow.url} doesn't answer: no answer came within ${TEST_LIMIT / 1000} seconds. ${again(dataDir)}`
      })
      // The lists don't wait longer for this simulator, and show the entries of the others.
      assert.strictEqual((yield* ask("GET", "/_workbench/entries")).status, 200)
    }).pipe(Effect.scoped)
  )

  it.effect("are never another machine, and other files are left alone", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const run = join(dataDir, "run")
      mkdirSync(run, { recursive: true })
      const ready = { event: "ready", kind: "fund", ca_file: null, files: {} }
      for (const [name, content] of Object.entries({
        "other-machine": JSON.stringify({ ...ready, url: "https://fund.example.com" }),
        "looks-local": JSON.stringify({ ...ready, url: "http://127.0.0.1.evil.example" }),
        "no-web-address": JSON.stringify({ ...ready, url: "javascript://localhost/%0aalert(1)" }),
        running: JSON.stringify([1, 2]),
        half: `{"event":"ready",`,
        "without-its-authority": JSON.stringify({ ...ready, url: "https://127.0.0.1:1", ca_file: "/nowhere" })
      }))
        writeFileSync(join(run, `${name}.json`), content)
      assert.lengthOf(yield* sources, 1)
    })
  )
})
