import { assert, layer } from "@effect/vitest"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { anEntry, writeEntries } from "../../../test/workbench/anEntry.ts"
import { call, sendAgain, TestService } from "../../../test/workbench/TestService.ts"
import { Settings } from "../../platform/config/Settings.ts"

const seen = (status: number) => ({ status, duration_ms: 3, message: null })
const outcome = {
  data: { entry_seq: 9, before: seen(503), now: seen(200), differences: [] },
  version: "v1"
}

const problem = (status: number, code: string, detail: string, more: object = {}) => ({
  status,
  body: {
    type: `http://localhost:4000/docs/errors/#${code}`,
    title: "A problem",
    status,
    code,
    detail,
    instance: "/_simulator/log/7/again",
    request_id: "01a1fb67-1800-7000-8000-0000000000d1",
    ...more
  }
})

type Given = { readonly status: number; readonly body: unknown }

/** A payroll application that gives this answer to a call sent again, and an entry of its log in the time line. */
const played = Effect.fnUntraced(function* (given: Given) {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString()))
    request.on("end", () => {
      if (request.method === "POST") asked.push(`${request.url} ${text}`)
      const { body, status } = request.method === "POST" ? given : { status: 404, body: {} }
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => void server.close().closeAllConnections())
  )
  const { dataDir } = yield* Settings
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  mkdirSync(join(dataDir, "run"), { recursive: true })
  const ready = { event: "ready", kind: "partner", url, ca_file: null, files: {} }
  writeFileSync(join(dataDir, "run", "partner.json"), JSON.stringify(ready))
  const [seq] = yield* writeEntries([anEntry(1, { source: "partner" })])
  return { asked, seq: seq ?? 0 }
})

layer(TestService.layer, { excludeTestServices: true })("an entry of a simulator", (it) => {
  it.effect("is sent again by the simulator, edited or not", () =>
    Effect.gen(function* () {
      const { asked, seq } = yield* played({ status: 200, body: outcome })
      const sent = yield* sendAgain(seq)
      assert.deepStrictEqual(sent.body.data, outcome.data, sent.text)
      yield* sendAgain(seq, '{"a":1}')
      assert.deepStrictEqual(asked, [
        `/_simulator/log/${seq}/again {}`,
        `/_simulator/log/${seq}/again {"body":"{\\"a\\":1}"}`
      ])
    })
  )

  it.effect("is refused with the simulator's own sentence", () =>
    Effect.gen(function* () {
      const refusing = yield* played(
        problem(409, "not_sendable", "Its content isn't kept. Make the call anew.")
      )
      const refused = yield* sendAgain(refusing.seq)
      assert.deepInclude(refused.body, { status: 409, detail: "Its content isn't kept. Make the call anew." })

      const errors = [
        { in: "body", pointer: "#/body", code: "masked_value", detail: "Type the whole value." }
      ]
      const invalid = yield* played(problem(422, "validation_failed", "1 place can't be sent.", { errors }))
      const found = yield* sendAgain(invalid.seq, "{}")
      assert.deepStrictEqual([found.status, found.body.errors], [422, errors])
    })
  )

  it.effect("can't be sent while the simulator is away; its detail says so", () =>
    Effect.gen(function* () {
      const { dataDir } = yield* Settings
      const { seq } = yield* Effect.scoped(played({ status: 200, body: outcome }))
      const { again } = (yield* call("GET", `/_workbench/entries/${seq}`)).body.data as S.TimelineEntryDetail
      assert.deepInclude(again, { can_send: false, can_edit: false })
      assert.match(again.because ?? "", /doesn't answer/)
      assert.strictEqual((yield* sendAgain(seq)).status, 503)
      writeFileSync(join(dataDir, "run", "partner.json"), "{}")
      assert.match((yield* sendAgain(seq)).body.detail, /wasn't started here/)
    })
  )
})
