/** `partner-check run --report-to`, against a service that this test plays. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { type CheckReport, ProductCheckReport } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Terminal from "effect/Terminal"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { reportedRun } from "../../src/cli/reportedRun.ts"
import { servedHere } from "../../src/cli/servedHere.ts"
import { reportTo } from "../../src/partner/cli/reportTo.ts"
import { samples } from "../samples.ts"

const examples = document.components.examples
const PATH = "/api/v1/products/bffc9067-28ee-4381-a0f2-92fae25d9f83"
const KEY = "partner_sandbox_reportTo"
const declared = {
  fetches_entities: true,
  creates_sessions_from_intents: false,
  receives_issues: true,
  verifies_public_keys: false
}
const environment = { PARTNER_CHECK_PARTNER_KEY: KEY }

const certificate: CheckReport = { ...samples.certificate!, kit: "partner-check" }

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A service that answers like this, and what it was sent. */
const playing = ({ body, headers = {}, status }: Answer) =>
  Effect.gen(function* () {
    const received: Array<{ readonly what: string; readonly key: unknown; readonly body: string }> = []
    const port = yield* servedHere(
      createServer((request, response) => {
        void request.toArray().then((chunks: ReadonlyArray<Buffer>) => {
          const { headers: given, method, url } = request
          received.push({
            what: `${method} ${url}`,
            key: given["x-api-key"],
            body: Buffer.concat(chunks).toString()
          })
          response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))
        })
      })
    )
    return { product: `http://127.0.0.1:${port}${PATH}`, received }
  })

const sent = (answer: Answer, report = certificate) =>
  Effect.gen(function* () {
    const { product, received } = yield* playing(answer)
    const send = yield* reportTo(product, declared, environment)
    return { printed: yield* send(report), received, url: `${product}/check-report` }
  }).pipe(Effect.scoped)

describe("a report for the go-live checklist", () => {
  it.live("is what the spec asks for: the head and ids of checks, with the partner key, and no call", () =>
    Effect.gen(function* () {
      const { received } = yield* sent({ status: 200, body: examples.goLiveBegun.value })
      const [only] = received
      assert.lengthOf(received, 1)
      assert.strictEqual(only?.what, `PUT ${PATH}/check-report`)
      assert.strictEqual(only?.key, KEY)
      const body: unknown = JSON.parse(only?.body ?? "")
      const strict = Schema.decodeUnknownSync(ProductCheckReport, { onExcessProperty: "error" })(body)
      const idsOf = (wanted: string) =>
        certificate.checks.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
      assert.deepInclude(strict, {
        mode: "certify",
        declared,
        verdict: "conforms",
        counts: certificate.counts,
        failed: idsOf("fail"),
        not_observed: idsOf("not_observed")
      })
    })
  )

  it.live("prints what the checklist still misses, and where the report went", () =>
    Effect.gen(function* () {
      const begun = yield* sent({ status: 200, body: examples.goLiveBegun.value })
      assert.include(begun.printed, `Reported to ${begun.url}.\nMissing for going live:\n- check_report: `)
      assert.include(begun.printed, `\n- webhook: There is no webhook address. Set one: PUT ${PATH}/webhook.`)
      assert.notInclude(begun.printed, "- date")
      const ready = yield* sent({ status: 200, body: examples.goLiveReported.value })
      assert.include(ready.printed, "Nothing is missing for going live")
    })
  )

  it.live.each([
    [
      "that refuses the key",
      { status: 401, body: { code: "unauthenticated", detail: "The key isn't known." } },
      /answered 401 \(unauthenticated\): The key isn't known\.$/
    ],
    ["that answers with something else", { status: 200, body: "<html>" }, /answered 200/],
    [
      "that leads elsewhere, which isn't followed with the key",
      { status: 308, body: "", headers: { location: "/elsewhere" } },
      /answered 308/
    ]
  ] as const)("wasn't sent to a service %s", ([, answer, printed]) =>
    Effect.gen(function* () {
      const ran = yield* sent(answer)
      assert.match(ran.printed, /^The report wasn't sent: http/)
      assert.match(ran.printed, printed)
      assert.lengthOf(ran.received, 1)
      assert.notInclude(ran.printed, KEY)
    })
  )

  it.live("wasn't sent where nothing listens", () =>
    Effect.gen(function* () {
      // Port 1 is reserved, and nobody's.
      const send = yield* reportTo(`http://127.0.0.1:1${PATH}`, declared, environment)
      assert.match(yield* send(certificate), /^The report wasn't sent: .* can't be reached/)
    })
  )

  it.effect.each([
    ["without the variable", `https://api.example.com${PATH}`, {}, /PARTNER_CHECK_PARTNER_KEY is empty/],
    [
      "for an address that is no product's",
      "https://api.example.com/",
      environment,
      /\/api\/v1\/products\/ID/
    ],
    ["for no address", "products", environment, /\/api\/v1\/products\/ID/]
  ] as const)("is refused before the run %s", ([, product, variables, sentence]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(reportTo(product, declared, variables))
      assert.strictEqual(refused.reason, "usage")
      assert.match(refused.sentence, sentence)
    })
  )

  it.live.each([
    ["conforms", certificate, "Success"],
    ["doesn't conform", { ...certificate, verdict: "does_not_conform" }, "Failure"]
  ] as const)("that can't be sent changes nothing of how a run ends that %s", ([, report, end]) =>
    Effect.gen(function* () {
      const out = mkdtempSync(join(tmpdir(), "partner-check-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(out, { recursive: true })))
      let printed = ""
      const terminal = Terminal.make({
        columns: Effect.succeed(80),
        rows: Effect.succeed(24),
        size: Effect.never,
        readInput: Effect.never,
        readLine: Effect.never,
        display: (text) => Effect.sync(() => void (printed += text))
      })
      const exit = yield* Effect.exit(
        reportedRun({
          kit: "partner-check",
          subject: { name: "Wattle Payroll" },
          flags: { mode: "certify", seed: Option.none(), docsUrl: Option.none(), out, names: [] },
          ownFlags: {},
          check: () => Effect.succeed(report),
          send: yield* reportTo(`http://127.0.0.1:1${PATH}`, declared, environment)
        }).pipe(Effect.provideService(Terminal.Terminal, terminal))
      )
      assert.match(printed, /Report: .*\nThe report wasn't sent: .*\n$/)
      assert.strictEqual(exit._tag, end)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
