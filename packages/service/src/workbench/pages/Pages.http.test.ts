import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { anEntry, writeEntries } from "../../../test/workbench/anEntry.ts"
import { aSimulator } from "../../../test/workbench/TestSimulators.ts"
import { ask, Pulled, TestWorkbench } from "../../../test/workbench/TestWorkbench.ts"
import { Settings } from "../../platform/config/Settings.ts"

const get = (path: string) => ask("GET", path)
const post = (path: string, fields: Readonly<Record<string, string>>) =>
  ask("POST", path, {
    body: String(new URLSearchParams(fields)),
    headers: { "content-type": "application/x-www-form-urlencoded" }
  })
const levers = "/_workbench/pages/levers"

const entries = [
  anEntry(0, {
    seq: 1,
    outcome: "good",
    summary: "Wattle Payroll called createEmployer & was <answered> 201.",
    about: [{ kind: "employer", id: "e1" }]
  }),
  anEntry(1, { seq: 2, outcome: "failed", summary: "Banksia Super answered 503." })
]

layer(TestWorkbench.layer, { excludeTestServices: true })("the Workbench's pages", (it) => {
  it.effect("are whole pages with a policy that allows nothing inline, kept by no cache", () =>
    Effect.gen(function* () {
      yield* writeEntries(entries)
      for (const path of [
        "/",
        "/_workbench/pages/entries/1",
        "/_workbench/pages/things/e1",
        "/_workbench/pages/state",
        "/_workbench/pages/waiting",
        "/_workbench/pages/checks",
        levers
      ]) {
        const { headers, status, text } = yield* get(path)
        assert.strictEqual(status, 200, path)
        assert.match(text, /^<!doctype html>/, path)
        assert.deepInclude(headers, {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "referrer-policy": "same-origin",
          "x-content-type-options": "nosniff"
        })
        const policy = String(headers["content-security-policy"])
        assert.include(policy, "default-src 'none'")
        assert.include(policy, "frame-ancestors 'none'")
        assert.notInclude(policy, "unsafe")
      }
    })
  )

  it.effect("show the time line with its filter, and a part of it for the script", () =>
    Effect.gen(function* () {
      const whole = yield* get("/")
      assert.include(whole.text, "createEmployer &amp; was &lt;answered&gt; 201.")
      assert.include(whole.text, "Banksia Super answered 503.")
      const failed = yield* get("/?outcome=failed")
      assert.notInclude(failed.text, "createEmployer")
      assert.include(failed.text, "Banksia Super answered 503.")
      const rows = yield* get("/_workbench/pages/rows?outcome=failed")
      assert.notInclude(rows.text, "<html")
      assert.include(rows.text, "Banksia Super answered 503.")
      const named = yield* get("/?text=hire-2001")
      assert.include(named.text, "createEmployer")
      assert.notInclude(named.text, "answered 503")
      // A query that can't be read is left out, and the page says so: it's a page, not an API.
      const odd = yield* get("/?outcome=lost&older_than=x&about=%20")
      assert.strictEqual(odd.status, 200)
      assert.include(odd.text, "<code>outcome=lost</code> is left out")
    })
  )

  it.effect("are 404 with a way back for what isn't there", () =>
    Effect.gen(function* () {
      for (const path of [
        "/_workbench/pages/entries/99",
        "/_workbench/pages/entries/first",
        "/_workbench/pages/entries/1e999",
        "/_workbench/pages/things/nobody",
        "/_workbench/pages/nothing",
        "/_workbench/pages/entries/1/nothing",
        "/_workbench/pages/entries/99/again"
      ]) {
        const { headers, status, text } = yield* get(path)
        assert.deepStrictEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], path)
        assert.include(text, `href="/"`)
      }
    })
  )

  it.effect("have a style and a script that a browser needn't load twice", () =>
    Effect.gen(function* () {
      for (const [name, type] of [
        ["style.css", "text/css; charset=utf-8"],
        ["script.js", "text/javascript; charset=utf-8"]
      ]) {
        const path = `/_workbench/pages/files/${name}`
        const first = yield* get(path)
        assert.deepStrictEqual([first.status, first.headers["content-type"]], [200, type])
        assert.strictEqual(first.headers["cache-control"], "no-cache")
        const etag = String(first.headers["etag"])
        const second = yield* ask("GET", path, { headers: { "if-none-match": etag } })
        assert.deepStrictEqual([second.status, second.text], [304, ""])
      }
    })
  )

  it.effect("pull the lever of a form, and go back to the page", () =>
    Effect.gen(function* () {
      const { headers, status } = yield* post(levers, { lever: "clock", preset: "5d" })
      assert.deepStrictEqual([status, headers["location"]], [303, `${levers}?done=clock`])
      assert.include((yield* get(`${levers}?done=clock`)).text, "Done: the clock was moved.")
      assert.notInclude((yield* get(`${levers}?done=constructor`)).text, "Done")
      assert.include((yield* get(`${levers}?first_seq=2`)).text, `value="2"`)
      assert.strictEqual((yield* post(levers, { lever: "partner", preset: "none" })).status, 303)
      const faults = yield* post(levers, { lever: "fund_faults", slug: "banksia", preset: "503_twice" })
      assert.strictEqual(faults.status, 303)
      const pulled = (yield* Pulled).splice(0)
      assert.deepStrictEqual(
        pulled.map(([name]) => name),
        ["moveClock", "setPartnerFaults", "setFundFaults"]
      )
    })
  )

  it.effect("show what a list's upload and a scene came to", () =>
    Effect.gen(function* () {
      const sent = yield* post(levers, { lever: "list", slug: "banksia", preset: "good" })
      assert.strictEqual(sent.status, 200)
      assert.include(sent.text, "The list was sent.")
      const scene = yield* post(levers, { lever: "scene", name: "late", first_seq: "1", last_seq: "2" })
      assert.strictEqual(scene.status, 200)
      assert.include(scene.text, "Done: the scene late.arazzo.yaml is made.")
      // It is far below the top: focused where it is, and linked from the message.
      assert.match(scene.text, /<div class="note good" id="scene-made" tabindex="-1" autofocus>/)
      assert.include(scene.text, `href="#scene-made"`)
      assert.include(scene.text, `value="late"`)
      assert.lengthOf((yield* Pulled).splice(0), 2)
    })
  )

  it.effect("say what was wrong with a form, in a sentence, and pull nothing", () =>
    Effect.gen(function* () {
      const refused = yield* post(levers, { lever: "fund_faults", slug: "unknown", preset: "none" })
      assert.strictEqual(refused.status, 422)
      assert.include(refused.text, "There is no such fund here.")
      for (const fields of [{}, { lever: "explode" }, { lever: "clock", advance: "-1d" }]) {
        const { status, text } = yield* post(levers, fields as Record<string, string>)
        assert.strictEqual(status, 422)
        assert.include(text, `role="alert"`)
      }
      assert.deepStrictEqual(yield* Pulled, [])
    })
  )

  it.effect("send a call again, as it was or edited, and show both answers", () =>
    Effect.gen(function* () {
      const again = "/_workbench/pages/entries/1/again"
      // Nothing was sent yet: the address leads to the entry.
      const before = yield* get(again)
      assert.deepStrictEqual(
        [before.status, before.headers["location"]],
        [303, "/_workbench/pages/entries/1"]
      )
      const same = yield* post(again, {})
      assert.deepStrictEqual([same.status, same.headers["location"]], [303, again])
      const outcome = yield* get(again)
      assert.strictEqual(outcome.status, 200)
      assert.include(outcome.text, "Sent again")
      yield* post(again, { body: "{\r\n}" })
      assert.deepStrictEqual((yield* Pulled).splice(0), [
        ["sendAgain", 1, undefined],
        ["sendAgain", 1, "{\n}"]
      ])
      assert.strictEqual((yield* post("/_workbench/pages/entries/99/again", {})).status, 404)
    })
  )

  it.effect("begin with the payroll application, if it runs", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      assert.notInclude((yield* get("/")).text, "Start here")
      const partner = yield* aSimulator({ dataDir, kind: "partner", name: "Wattle Payroll" })
      const { text } = yield* get("/")
      assert.include(text, "Start here: Wattle Payroll")
      assert.include(text, `href="${partner.url}"`)
    }).pipe(Effect.scoped)
  )
})

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
