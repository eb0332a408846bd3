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
