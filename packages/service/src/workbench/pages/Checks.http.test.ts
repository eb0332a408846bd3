import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ask, Pulled, TestWorkbench } from "../../../test/workbench/TestWorkbench.ts"

const page = "/_workbench/pages/checks"
const product = "bffc9067-28ee-4381-a0f2-92fae25d9f83"
const send = (slug: string) =>
  ask("POST", page, {
    body: `slug=${encodeURIComponent(slug)}`,
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })

layer(TestWorkbench.layer, { excludeTestServices: true })("checks in the Workbench", (it) => {
  it.effect("are begun by the API, which answers where the check is, and by the page's form", () =>
    Effect.gen(function* () {
      const begun = yield* ask("POST", "/_workbench/checks/funds/banksia")
      assert.strictEqual(begun.status, 202)
      assert.deepInclude(begun.json.data, { state: "running", checks: 143, checks_ended: 2 })
      const { headers, status } = yield* send("banksia")
      assert.deepInclude(
        { status, location: headers["location"] },
        { status: 303, location: `${page}#fund-banksia` }
      )
      assert.deepStrictEqual((yield* Pulled).splice(0), [
        ["startFundCheck", "banksia"],
        ["startFundCheck", "banksia"]
      ])
      const seen = yield* ask("GET", "/_workbench/checks/funds/banksia")
      assert.deepStrictEqual(seen.json.data, begun.json.data)
    })
  )

  it.effect("of a fund that isn't loaded are refused, and nothing begins", () =>
    Effect.gen(function* () {
      for (const slug of ["nobody", "Not a slug", ""]) assert.strictEqual((yield* send(slug)).status, 404)
      const api = yield* ask("POST", "/_workbench/checks/funds/nobody")
      assert.deepInclude({ status: api.status, code: api.json.code }, { status: 404, code: "not_found" })
      assert.strictEqual((yield* ask("GET", `${page}/nobody/report.html`)).status, 404)
      assert.strictEqual((yield* ask("GET", `${page}/products/nobody/partner-check.yaml`)).status, 404)
      assert.deepStrictEqual(yield* Pulled, [])
    })
  )

  it.effect("are shown with their progress; the report and the settings open from there", () =>
    Effect.gen(function* () {
      const { text } = yield* ask("GET", page)
      assert.match(text, /<progress max="143" value="2"/)
      assert.include(text, "2 of 143 checks, now TLS")
      assert.include(text, "Wattle &lt;Payroll&gt;")
      assert.include(text, `href="${page}/products/${product}/partner-check.yaml"`)
      const report = yield* ask("GET", `${page}/banksia/report.html`)
      assert.strictEqual(report.text, "<!doctype html><title>Report</title>")
      assert.strictEqual(report.headers["content-security-policy"], "frame-ancestors 'none'")
      const settings = yield* ask("GET", `${page}/products/${product}/partner-check.yaml`)
      assert.deepInclude(
        { text: settings.text, type: settings.headers["content-type"] },
        { text: "settings_version: v1\n", type: "application/yaml; charset=utf-8" }
      )
    })
  )
})
