import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SimulatorAddress } from "../src/index.ts"
import { ask, inProcess } from "../src/testing/index.ts"
import { counter } from "./counter.ts"

const log = "/_simulator/log"

const rows: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, number]> = [
  ["localhost asks", { host: "localhost:PORT" }, 200],
  ["127.0.0.1 asks", { host: "127.0.0.1:PORT" }, 200],
  ["[::1] asks", { host: "[::1]:PORT" }, 200],
  ["its own page asks", { host: "localhost:PORT", origin: "http://localhost:PORT" }, 200],
  ["a tunnel is refused", { host: "localhost:PORT", "x-forwarded-for": "203.0.113.7" }, 403],
  ["a proxy is refused", { host: "localhost:PORT", forwarded: "for=203.0.113.7" }, 403],
  ["another name is refused", { host: "rebound.example:PORT" }, 403],
  ["a name that begins like localhost is refused", { host: "localhost.example" }, 403],
  ["a host that is no name is malformed", { host: "localhost@evil.example" }, 400],
  ["a page of another site is refused", { host: "localhost:PORT", origin: "https://evil.example" }, 403],
  ["a page of another port is refused", { host: "localhost:PORT", origin: "http://localhost:1" }, 403],
  ["a page without an origin is refused", { host: "localhost:PORT", origin: "null" }, 403],
  [
    "what a browser calls cross-site is refused",
    { host: "localhost:PORT", "sec-fetch-site": "cross-site" },
    403
  ]
]

layer(inProcess(counter))("below /_simulator only this machine may ask", (it) => {
  for (const [name, headers, status] of rows) {
    it.effect(
      name,
      Effect.fnUntraced(function* () {
        const { port } = yield* SimulatorAddress
        const sent = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, value.replace("PORT", String(port))])
        )
        const answer = yield* ask({ path: log, headers: sent })
        assert.strictEqual(answer.status, status)
        if (status !== 403) return
        assert.strictEqual(answer.headers["content-type"], "application/problem+json")
        assert.deepInclude(answer.json, { status: 403, code: "forbidden", instance: log })
        assert.strictEqual(answer.json.request_id, answer.headers["x-request-id"])
      })
    )
  }

  it.effect(
    "whoever authenticates elsewhere may come under any name",
    Effect.fnUntraced(function* () {
      const answer = yield* ask({ path: "/v1/count", body: { by: "x" }, headers: { host: "fund.example" } })
      assert.strictEqual(answer.status, 200)
    })
  )
})
