/** The page for a fund's engineer: who may open it, and what it advises. */
import { ask, inProcess } from "@embedded-super/simulator-kit/testing"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as S from "@embedded-super/contracts/schemas"
import { describe, expect, it } from "vitest"
import { fundSimulator } from "../src/index.ts"
import { adviceOn } from "../src/inspector/advice.ts"

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

/** How a caller corrects a refused call. */
const refused = (status: number, errors: string, findings: S.TimelineEntryDetail["findings"] = []) =>
  adviceOn({
    entry: { status, detail: errors === "" ? {} : { errors } },
    findings
  } as unknown as S.TimelineEntryDetail)

describe("the advice on a refused call", () => {
  it("names each place that the fund refused", () => {
    expect(refused(400, "body #/postcode too_short, body #/usi not_accepted")).toEqual([
      "#/postcode: make it longer (too_short).",
      "#/usi: leave this field out: the fund's profile doesn't take it (not_accepted)."
    ])
  })

  it("leaves out what the contract's findings say", () => {
    const finding = { in: "request", pointer: "#/postcode", code: "too_short", detail: "Too short." }
    expect(
      refused(400, "body #/postcode too_short", [finding as S.TimelineEntryDetail["findings"][number]])
    ).toEqual([])
  })

  it("is that of the status, if no place is known", () => {
    expect(refused(429, "")).toEqual(["Wait as many seconds as Retry-After says, and call again."])
    expect(refused(418, "")).toEqual(["See the Fund API."])
    expect(refused(200, "")).toEqual([])
  })
})
