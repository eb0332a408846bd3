/** Personal values are masked, so an engineer finds a call in the own log by its time and ids, and makes it again. */
import { assert, describe, it } from "@effect/vitest"
import { maskedExchange } from "../src/exchange/maskedExchange.ts"
import { withholdingOf } from "../src/exchange/withholding.ts"
import { givenFlags } from "../src/cli/runFlags.ts"
import { notObserved } from "../src/check/Check.ts"
import { inLogWords, repeatCommand, repeatOf, repeatOfCheck } from "../src/report/again.ts"
import { reportFiles } from "../src/report/writeReports.ts"
import { call, sample } from "./samples.ts"

const REQUEST_ID = "720e5676-12cc-499a-8321-aecbec0ddb31"
const KEY = "d5b6d866-be6d-4cfd-9eb5-f7292a1557c4"

const person = { family_name: "Adams", email: "ada@example.com", tfn: "123456782" }

const registration = call(
  3,
  { body: person, headers: { "x-request-id": REQUEST_ID, "idempotency-key": KEY } },
  { status: 500, body: "{}" }
)

const delivery = call(4, {
  body: { event: "employer_settings_changed" },
  headers: { "webhook-id": "msg_f778bb11-69af-4f40-bdf2-e4263b89f2eb", "webhook-timestamp": "1795219205" }
})

const shown = (exchange: typeof registration) => maskedExchange(withholdingOf([exchange]))(exchange)

const report = (mode: "dev" | "certify" | "probe" = "dev") =>
  sample({
    mode,
    exchanges: [registration],
    checks: [
      {
        id: "REGISTER-2.4-1",
        outcome: { verdict: "fail", cause: "It fails.", expected: "201", actual: "500", exchange: "e3" }
      }
    ]
  })

describe("a call in the engineer's own log", () => {
  it("is found by its time and its ids", () => {
    assert.strictEqual(
      inLogWords(shown(registration)),
      `2026-11-23 02:00:00.120 UTC, X-Request-Id ${REQUEST_ID}, Idempotency-Key ${KEY}`
    )
    assert.strictEqual(
      inLogWords(shown(delivery)),
      "2026-11-23 02:00:00.160 UTC, webhook-id msg_f778bb11-69af-4f40-bdf2-e4263b89f2eb"
    )
  })

  it("is found by its time alone if an id is no id", () => {
    const odd = call(1, { body: {}, headers: { "idempotency-key": "ada@example.com" } })
    assert.strictEqual(inLogWords(shown(odd)), "2026-11-23 02:00:00.040 UTC")
  })

  it.each(["report.html", "summary.md", "junit.xml"] as const)("is named in %s", (file) => {
    const text = reportFiles(report())[file]
    assert.include(text, REQUEST_ID)
    assert.include(text, KEY)
    assert.include(text, "02:00:00.120 UTC")
    for (const value of Object.values(person)) assert.notInclude(text, value)
  })
})

describe("a webhook's time", () => {
  it("is shown, also an old one: it is what the receiver judges", () => {
    const { curl, request } = shown(delivery)
    assert.strictEqual(request.headers["webhook-timestamp"], "1795219205")
    assert.include(curl, "-H 'webhook-timestamp: 1795219205'")
  })

  it("is masked if it is no time", () => {
    const odd = call(1, {
      body: { phone_number: "0491570156" },
      headers: { "webhook-timestamp": "0491570156" }
    })
    assert.notInclude(JSON.stringify(shown(odd)), "0491570156")
  })
})

describe("a check", () => {
  it("is run again with the same case", () => {
    const again = (mode: "dev" | "certify" | "probe", drawn?: true) => {
      const { checks, findings, ...rest } = report(mode)
      const all = checks.map((check) => (drawn === undefined ? check : { ...check, drawn }))
      return repeatCommand({ ...rest, checks: all }, findings[0]!)
    }
    assert.strictEqual(
      repeatCommand(
        {
          ...report(),
          flags: givenFlags({
            profile: "my tls.yaml",
            keys: undefined,
            "jwks-port": 5068,
            "after-restart": true
          })
        },
        report().findings[0]!
      ),
      "npx fund-check run REGISTER-2.4-1 --profile 'my tls.yaml' --jwks-port 5068 --after-restart"
    )
    assert.strictEqual(again("dev"), "npx fund-check run REGISTER-2.4-1")
    assert.strictEqual(again("dev", true), "npx fund-check run REGISTER-2.4-1 --seed 20261123")
    assert.strictEqual(again("probe"), "npx fund-check run REGISTER-2.4-1 --mode probe")
    // A check may apply, or fail, in this mode alone.
    assert.strictEqual(again("certify"), "npx fund-check run REGISTER-2.4-1 --mode certify")
    assert.strictEqual(
      again("certify", true),
      "npx fund-check run REGISTER-2.4-1 --mode certify --seed 20261123"
    )
  })

  it("that lacks a flag is run again with it, and with it once", () => {
    const lacking = notObserved("Nobody restarted the fund.")
    const { checks, ...rest } = sample({
      mode: "certify",
      checks: [{ id: "REGISTER-4.2-5", outcome: lacking, flag: "--after-restart" }]
    })
    const command = "npx fund-check run REGISTER-4.2-5 --profile p.yaml --mode certify --after-restart"
    const given = { ...rest, checks, flags: givenFlags({ profile: "p.yaml" }) }
    assert.strictEqual(repeatOfCheck(given, checks[0]!), command)
    for (const file of ["report.html", "summary.md"] as const)
      assert.include(reportFiles(given)[file], command)
    const twice = { ...given, flags: givenFlags({ profile: "p.yaml", "after-restart": true }) }
    assert.strictEqual(
      repeatOfCheck(twice, checks[0]!),
      "npx fund-check run REGISTER-4.2-5 --profile p.yaml --after-restart --mode certify"
    )
  })
})

describe("a call", () => {
  it("is repeated by curl, with variables for what is hidden", () => {
    const { curl } = shown(registration)
    assert.include(curl, "$FAMILY_NAME")
    assert.strictEqual(repeatOf({ kit: "fund-check" }, { curl }), curl)
    assert.isUndefined(repeatOf({ kit: "partner-check" }, { curl }), "a signature holds for its own delivery")
    const files = reportFiles(report())
    assert.include(files["summary.md"], "$FAMILY_NAME")
    assert.match(files["report.html"]!, /<code>[^<]*\$FAMILY_NAME[^<]*<\/code>: set them first/)
  })

  it("isn't repeated by curl if it has a token: each call has its own", () => {
    const curl = "curl 'https://a.example' -H 'authorization: '\"$AUTHORIZATION\"''"
    assert.isUndefined(repeatOf({ kit: "fund-check" }, { curl }))
  })
})
