/** Who may open the page for a fund's engineer. */
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fundSimulator } from "../src/index.ts"

layer(inProcess(fundSimulator()))("the inspector", (it) => {
  it.effect("is for this machine alone, under a strict policy", () =>
    Effect.gen(function* () {
      const page = yield* ask({ path: "/" })
      assert.match(
        String(page.headers["content-security-policy"]),
        /^default-src 'none'; style-src 'self'; script-src 'self'/
      )
      const foreign = [{ host: "evil.example" }, { origin: "https://evil.example" }]
      for (const path of ["/", "/_simulator/inspector/rows", "/_simulator/inspector/entries/1"])
        for (const headers of foreign) assert.strictEqual((yield* ask({ path, headers })).status, 403)
      for (const path of ["reset", "entries/1/again"]) {
        const form = { method: "POST", path: `/_simulator/inspector/${path}`, body: "" }
        const status = (yield* ask({ ...form, headers: { origin: "https://evil.example" } })).status
        assert.strictEqual(status, 403)
      }
    })
  )
})

layer(inProcess(fundSimulator(), { clockOf: "http://localhost:4000" }))(
  "the inspector of a fund whose clock a service moves",
  (it) => {
    it.effect("has no lever of its own for it, and leads to the service's", () =>
      Effect.gen(function* () {
        const { text } = yield* ask({ path: "/_simulator/inspector/levers" })
        assert.include(text, 'href="http://localhost:4000/_workbench/pages/levers"')
        assert.notInclude(text, 'name="advance"')
        const form = { method: "POST", path: "/_simulator/inspector/clock", body: "advance=1d" }
        const refused = yield* ask({
          ...form,
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
        assert.include(refused.text, "The service moves this clock")
      })
    )
  }
)
