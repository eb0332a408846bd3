/** The controls that a fund's engineer has over the simulator: seed, clock, snapshots. */
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fundSimulator } from "../src/index.ts"
import { aProfile, lookUp, register } from "./callFund.ts"

const admin = (method: string, path: string, body?: unknown) =>
  ask({ method, path: `/_simulator${path}`, ...(body === undefined ? {} : { body }) })

const counts = Effect.map(admin("GET", ""), ({ json }) => json.data.counts)

it.effect("goes on by a month when told to, stands still when told to, and never goes back", () =>
  Effect.gen(function* () {
    const month = yield* admin("PUT", "/clock", { advance: "31d" })
    assert.deepStrictEqual([month.status, month.json.data.now], [200, "1970-02-01T00:00:00.000Z"])
    yield* register(aProfile("late@example.com"))
    const { json } = yield* admin("GET", "/members")
    assert.strictEqual(json.data[0].registered_at, "1970-02-01T00:00:00.000Z")
    const still = yield* admin("PUT", "/clock", { now: "2026-12-01T00:00:00Z", stands_still: true })
    assert.deepStrictEqual(still.json.data, { now: "2026-12-01T00:00:00.000Z", stands_still: true })
    const back = yield* admin("PUT", "/clock", { now: "2026-11-01T00:00:00Z" })
    assert.strictEqual(back.status, 422)
    const log = yield* admin("GET", "/log?limit=100")
    assert.strictEqual(
      log.json.data.at(-1).summary,
      "The clock is at 2026-12-01T00:00:00.000Z and is stopped."
    )
  }).pipe(Effect.provide(inProcess(fundSimulator())))
)

layer(inProcess(fundSimulator()))("a state that was kept", (it) => {
  it.effect("is returned to whole: members, book, faults and clock", () =>
    Effect.gen(function* () {
      yield* register(aProfile("before@example.com"))
      const before = yield* admin("GET", "/members")
      const taken = yield* admin("POST", "/snapshots", { name: "before-month-end" })
      assert.strictEqual(taken.status, 201)
      assert.deepInclude(taken.json.data.counts, { members: 1, employers: 3 })

      yield* register(aProfile("after@example.com"))
      yield* admin("PUT", "/employers/18123456789", { relationship: "current" })
      yield* admin("PUT", "/clock", { advance: "31d" })
      yield* admin("PUT", "/faults", {
        faults: [{ operation_id: "*", play: "answer_status", status: 503 }]
      })
      assert.deepInclude(yield* counts, { members: 2, employers: 4 })

      const restored = yield* admin("POST", "/snapshots/before-month-end/restore")
      assert.strictEqual(restored.status, 200)
      assert.deepStrictEqual((yield* admin("GET", "/members")).json, before.json)
      assert.deepStrictEqual((yield* lookUp("18123456789")).json, { employer_found: false })
      assert.strictEqual((yield* admin("GET", "/clock")).json.data.now, "1970-01-01T00:00:00.000Z")
      assert.deepStrictEqual((yield* admin("GET", "/faults")).json.data, { faults: [] })
      const { json } = yield* admin("GET", "/snapshots")
      assert.deepStrictEqual(
        json.data.map(({ name }: any) => name),
        ["before-month-end"]
      )
    })
  )

  it.effect("is not found under another name", () =>
    Effect.map(admin("POST", "/snapshots/never-kept/restore"), ({ status }) =>
      assert.strictEqual(status, 404)
    )
  )
})

layer(inProcess(fundSimulator()))("example data", (it) => {
  it.effect("is added once, and taken away by a reset", () =>
    Effect.gen(function* () {
      yield* admin("POST", "/seed", { preset: "demo" })
      const once = (yield* admin("GET", "/employers")).json
      yield* admin("POST", "/seed", { preset: "demo" })
      assert.deepStrictEqual((yield* admin("GET", "/employers")).json, once)
      assert.strictEqual((yield* counts)["employers"], 6)
      assert.deepStrictEqual((yield* lookUp("18123456789")).json, { employer_found: false })
      yield* admin("POST", "/reset")
      assert.strictEqual((yield* counts)["employers"], 3)
    })
  )
})

layer(inProcess(fundSimulator()))("the log", (it) => {
  it.effect("can be read after calls of paths with characters that no text has", () =>
    Effect.gen(function* () {
      for (const character of ["\u0085", "\u00a0", "\u00ad"])
        assert.strictEqual((yield* ask({ path: `/v1/odd${character}path` })).status, 404)
      const log = yield* admin("GET", "/log?limit=100")
      assert.strictEqual(log.status, 200)
      const paths = log.json.data.map(({ path }: { readonly path: string | null }) => path)
      assert.includeMembers(paths, ["/v1/odd%C2%85path", "/v1/odd%C2%A0path", "/v1/odd%C2%ADpath"])
    })
  )
})
