import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask, port, Pulled, TestWorkbench } from "../../test/workbench/TestWorkbench.ts"

const clock = { body: { advance: "5d" } } as const
const form = {
  body: "lever=clock&preset=5d",
  type: { "content-type": "application/x-www-form-urlencoded" }
} as const

/** A request that another page could make a browser send, or that comes under another name; at each kind of path. */
const reads = [
  "/",
  "/_workbench",
  "/_workbench/entries",
  "/_workbench/entries/1",
  "/_workbench/things/banksia",
  "/_workbench/boards",
  "/_workbench/waiting",
  "/_workbench/levers/funds/banksia/faults",
  "/_workbench/checks",
  "/_workbench/checks/funds/banksia",
  "/_workbench/stream",
  "/_workbench/pages/rows",
  "/_workbench/pages/entries/1",
  "/_workbench/pages/things/banksia",
  "/_workbench/pages/state",
  "/_workbench/pages/waiting",
  "/_workbench/pages/levers",
  "/_workbench/pages/checks",
  "/_workbench/pages/checks/banksia/report.html",
  "/_workbench/pages/checks/products/bffc9067-28ee-4381-a0f2-92fae25d9f83/partner-check.yaml",
  "/_workbench/pages/files/script.js",
  "/%5Fworkbench/entries"
]

/** One that its Host gives away, and one that the browser does. `localOnly.test.ts` of http-manners has all kinds. */
const foreign = {
  "another Host": { host: "evil.example" },
  "a fetch of another site": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }
} satisfies Record<string, Readonly<Record<string, string>>>

layer(TestWorkbench.layer, { excludeTestServices: true })("the guard", (it) => {
  const headersOf = Effect.fnUntraced(function* (more: Readonly<Record<string, string>>) {
    return { host: `localhost:${yield* port}`, ...more }
  })

  for (const [what, headers] of Object.entries(foreign)) {
    it.effect(`refuses ${what} on every path, and shows nothing`, () =>
      Effect.gen(function* () {
        for (const path of reads) {
          const answer = yield* ask("GET", path, { headers: yield* headersOf(headers) })
          // A spelling that the router doesn't take for the path is no way around either.
          assert.include(path.includes("%") ? [403, 404] : [403], answer.status, path)
          assert.strictEqual(answer.headers["content-type"], "application/problem+json", path)
          assert.notProperty(answer.headers, "access-control-allow-origin")
        }
      })
    )

    it.effect(`refuses levers, checks, forms and calls again from ${what}, and pulls none`, () =>
      Effect.gen(function* () {
        const foreigner = yield* headersOf(headers)
        const tries = [
          ask("POST", "/_workbench/levers/clock", { ...clock, headers: foreigner }),
          ask("PUT", "/_workbench/levers/funds/banksia/faults", { body: { faults: [] }, headers: foreigner }),
          ask("POST", "/_workbench/entries/1/again", { body: {}, headers: foreigner }),
          ask("POST", "/_workbench/checks/funds/banksia", { headers: foreigner }),
          ask("POST", "/_workbench/pages/checks", {
            body: "slug=banksia",
            headers: { ...foreigner, ...form.type }
          }),
          ask("POST", "/_workbench/pages/levers", {
            body: form.body,
            headers: { ...foreigner, ...form.type }
          }),
          ask("POST", "/_workbench/pages/entries/1/again", {
            body: "",
            headers: { ...foreigner, ...form.type }
          })
        ]
        for (const tried of tries) assert.strictEqual((yield* tried).status, 403)
        assert.deepStrictEqual(yield* Pulled, [])
      })
    )
  }

  it.effect("refuses a plain form even under this machine's name: the API takes JSON alone", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* headersOf({})), "content-type": "text/plain" }
      const answer = yield* ask("POST", "/_workbench/levers/clock", { body: '{"advance":"5d"}', headers })
      assert.strictEqual(answer.status, 415)
      assert.deepStrictEqual(yield* Pulled, [])
    })
  )

  it.effect("lets this machine's programs and its own pages through, and a link that a person follows", () =>
    Effect.gen(function* () {
      const at = yield* port
      const link = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document"
      }
      for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
        const host = `${name}:${at}`
        assert.strictEqual((yield* ask("GET", "/_workbench", { headers: { host } })).status, 200)
        const own = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin" }
        const pulled = yield* ask("POST", "/_workbench/levers/clock", { ...clock, headers: own })
        assert.strictEqual(pulled.status, 200)
        assert.strictEqual((yield* ask("GET", "/", { headers: { host, ...link } })).status, 200)
      }
      assert.lengthOf(yield* Pulled, 3)
    })
  )
})
