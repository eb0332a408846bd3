import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { id, table } from "./answers.table.ts"
import { type LogLine, LogLines, post, sampleServer, send, type Sent, speak } from "./server.ts"
import { keyId, secret } from "./sample.ts"

const callersId = "0190d1a0-1111-7000-8000-000000000001"

layer(sampleServer())("every answer has manners", (it) => {
  for (const [name, sent, want] of table) {
    it.effect(
      name,
      Effect.fnUntraced(function* () {
        const { headers, json, status, text } = yield* send(sent)
        assert.strictEqual(status, want.status, text)
        const { path = "/api/v1/employers" } = sent
        assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/)
        assert.strictEqual(headers["x-content-type-options"], "nosniff")
        for (const header of Object.keys(headers)) assert.notMatch(header, /^access-control-/)
        if (!path.startsWith("/pages/")) assert.strictEqual(headers["cache-control"], "no-store")
        for (const [header, value] of Object.entries(want.headers ?? {}))
          assert.strictEqual(headers[header], value)
        if (sent.method === "HEAD" || status === 304) return assert.strictEqual(text, "")
        if (status < 400) return
        assert.strictEqual(headers["content-type"], "application/problem+json")
        assert.strictEqual(json.status, status)
        assert.strictEqual(json.instance, path.replaceAll(/%(?![0-9A-F]{2})/gi, "%25"))
        assert.strictEqual(json.request_id, headers["x-request-id"])
        assert.strictEqual(json.type, `https://docs.example/errors#${json.code}`)
        assert.isAbove(json.title.length, 5)
        assert.match(json.detail, /[.?]$/)
        assert.notInclude(text, secret)
        if (want.code !== undefined) assert.strictEqual(json.code, want.code)
      })
    )
  }

  it.effect(
    "a request id that is a UUID is kept, given to the handler and put on the log",
    Effect.fnUntraced(function* () {
      const { headers, json } = yield* send({
        path: "/echo-request-id?tfn=123456782",
        headers: { "x-request-id": callersId.toUpperCase() }
      })
      assert.strictEqual(headers["x-request-id"], callersId)
      assert.strictEqual(json.id, callersId)
      const line = (yield* LogLines).find(({ annotations }) => annotations["request_id"] === callersId)
      assert.deepStrictEqual(line, {
        level: "Info",
        message: "GET /echo-request-id 200 0 ms",
        annotations: {
          request_id: callersId,
          method: "GET",
          route: "/echo-request-id",
          operation: "echoRequestId",
          status: 200,
          duration_ms: 0
        }
      })
    })
  )

  it.effect(
    "a proxy's 32 hex digits are the UUID that they spell, and are logged as they were sent",
    Effect.fnUntraced(function* () {
      const nginx = "0190d1a0111170008000000000000002"
      const { headers } = yield* send({ path: "/echo-request-id", headers: { "x-request-id": nginx } })
      assert.strictEqual(headers["x-request-id"], "0190d1a0-1111-7000-8000-000000000002")
      const line = (yield* LogLines).find(({ annotations }) => annotations["caller_request_id"] === nginx)
      assert.strictEqual(line?.annotations["request_id"], headers["x-request-id"])
    })
  )

  for (const [what, theirs, isLogged] of [
    ["HAProxy's form", "7F000001:8296_7F00001E:1F90_4F7B0A69_0003:790", true],
    ["a name", "jo.citizen-of-sydney", false],
    ["a tax file number", "123456782", false],
    ["a telephone number", "+61400000000", false],
    ["a UUID with half of its hyphens", "0190d1a0-11117000-8000-000000000003", true]
  ] as const) {
    it.effect(
      `${what} as a request id is replaced, and ${isLogged ? "logged beside ours" : "not logged"}`,
      Effect.fnUntraced(function* () {
        const { headers } = yield* send({ path: "/echo-request-id", headers: { "x-request-id": theirs } })
        assert.match(String(headers["x-request-id"]), /^[0-9a-f]{8}-/)
        const lines = JSON.stringify(
          (yield* LogLines).filter(({ annotations }) => annotations["request_id"] === headers["x-request-id"])
        )
        assert.strictEqual(lines.includes(theirs), isLogged)
      })
    )
  }

  it.effect(
    "each line of a request has the ids of its caller, once it is authenticated",
    Effect.fnUntraced(function* () {
      const { headers } = yield* send({})
      const of = (id: unknown) =>
        Effect.map(LogLines, (lines) => lines.filter(({ annotations }) => annotations["request_id"] === id))
      const known = yield* of(headers["x-request-id"])
      assert.deepStrictEqual(
        known.map(({ annotations }) => annotations["key_id"]),
        [keyId]
      )
      const { headers: others } = yield* send({ anonymous: true })
      for (const { annotations } of yield* of(others["x-request-id"]))
        assert.notProperty(annotations, "key_id")
    })
  )

  it.effect(
    "any other request id is replaced, in errors too",
    Effect.fnUntraced(function* () {
      const { headers, json } = yield* send({ path: "/x", headers: { "x-request-id": "1\\nspoofed" } })
      assert.match(String(headers["x-request-id"]), /^[0-9a-f]{8}-/)
      assert.strictEqual(json.request_id, headers["x-request-id"])
    })
  )

  it.effect(
    "the log of a defect carries its cause and its request, and no other line holds more than route and status",
    Effect.fnUntraced(function* () {
      const { headers } = yield* send({ path: "/die?token=planted" })
      yield* send({ path: `/api/v1/employers/${id}?token=planted` })
      const lines = yield* LogLines
      const failed = lines.filter(({ annotations }) => annotations["request_id"] === headers["x-request-id"])
      assert.deepStrictEqual(
        failed.map(({ message }) => message.slice(0, 18)),
        ["The request failed", "GET /die 500 0 ms"]
      )
      assert.isTrue(lines.some(({ message }) => message === "GET /api/v1/employers/{id} 200 0 ms"))
      for (const { annotations, message } of lines) {
        if (message.startsWith("The request ")) continue
        assert.notMatch(message + JSON.stringify(annotations), /planted|let-me-in|secret|0190d1a0-0000/)
      }
    })
  )

  it.effect(
    "a body that isn't JSON is refused with the line and column of its first mistake, and no part of it",
    Effect.fnUntraced(function* () {
      const { json, status, text } = yield* post('{"abn": "00000000001",\n "name": Secretive')
      const detail = "The body is not well-formed JSON: the first mistake is at line 2, column 10."
      assert.strictEqual(status, 400)
      assert.strictEqual(json.detail, detail)
      assert.deepStrictEqual(json.errors, [{ in: "body", pointer: "#", code: "invalid_format", detail }])
      assert.notInclude(text, "Secretive")
    })
  )

  it.effect(
    "a member that an object has twice is refused at its own pointer, without its value",
    Effect.fnUntraced(function* () {
      const { json, status, text } = yield* post('{"abn":"00000000001","name":"Secretive","name":"Other"}')
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(json.errors, [
        { in: "body", pointer: "#/name", code: "duplicate_property", detail: "name is given more than once." }
      ])
      assert.notMatch(text, /Secretive|Other/)
    })
  )

  it.effect(
    "a member whose name may be personal data is not named",
    Effect.fnUntraced(function* () {
      const { json, text } = yield* post('{"abn":"00000000001","Ada Lovelace":1,"Ada Lovelace":2}')
      assert.deepStrictEqual(json.errors, [
        {
          in: "body",
          pointer: "#",
          code: "duplicate_property",
          detail: "The body has a property that is given more than once."
        }
      ])
      assert.notInclude(text, "Ada")
    })
  )

  it.effect(
    "a chunked body over the limit is refused before it is read",
    Effect.fnUntraced(function* () {
      const megabytes = 64
      const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, 120), Buffer.from("\r\n")])
      const head =
        "POST /api/v1/employers HTTP/1.1\r\nhost: x\r\nx-api-key: let-me-in\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
      const { text, written } = yield* speak([head, ...Array.from({ length: megabytes * 16 }, () => chunk)])
      assert.match(text, /^HTTP\/1\.1 413 /)
      assert.match(text, /payload_too_large/)
      assert.isBelow(written, megabytes * 1024 * 1024)
    })
  )

  it.effect(
    "a large body that waits for 100-continue is refused unsent",
    Effect.fnUntraced(function* () {
      const { text } = yield* speak([
        "POST /api/v1/employers HTTP/1.1\r\nhost: x\r\nx-api-key: let-me-in\r\ncontent-type: application/json\r\ncontent-length: 9999999\r\nexpect: 100-continue\r\n\r\n"
      ])
      assert.match(text, /^HTTP\/1\.1 413 /)
    })
  )

  it.effect(
    "what isn't HTTP is answered with a problem",
    Effect.fnUntraced(function* () {
      const { text } = yield* speak(["I am not HTTP\r\n\r\n"])
      assert.match(text, /^HTTP\/1\.1 400 /)
      assert.match(text, /\r\ncontent-type: application\/problem\+json\r\n/)
      assert.match(text, /"type":"https:\/\/docs.example\/errors#malformed_request"/)
      assert.match(text, /\r\nx-request-id: [0-9a-f-]{36}\r\n/)
    })
  )

  it.effect(
    "a connection answers again after a refusal",
    Effect.fnUntraced(function* () {
      const { text } = yield* speak([
        "POST /api/v1/employers HTTP/1.1\r\nhost: x\r\nx-api-key: let-me-in\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{",
        "GET /api/v1/employers HTTP/1.1\r\nhost: x\r\nx-api-key: let-me-in\r\nconnection: close\r\n\r\n"
      ])
      assert.match(text, /^HTTP\/1\.1 400 [^]*HTTP\/1\.1 200 /)
    })
  )
})

layer(sampleServer({ failures: { validation_failed: { status: 400, code: "bad" } } }, { maxBodyBytes: 10 }))(
  "an API may differ",
  (it) => {
    it.effect(
      "in its limit, its statuses and its codes",
      Effect.fnUntraced(function* () {
        assert.strictEqual((yield* post("12345678901")).status, 413)
        const { json, status } = yield* post({ abn: 1 })
        assert.strictEqual(status, 400)
        assert.strictEqual(json.code, "bad")
        assert.strictEqual(json.type, "https://docs.example/errors#bad")
        assert.isNotEmpty(json.errors)
      })
    )
  }
)

const seen: Array<string> = []

layer(
  sampleServer(
    {},
    {
      onAnswer: ({ operation, path, response }) =>
        Effect.sync(() => void seen.push(`${operation ?? "none"} ${path} ${response.status}`))
    }
  )
)("whoever watches", (it) => {
  it.effect(
    "sees every answer, refusals included, before it is sent",
    Effect.fnUntraced(function* () {
      yield* send({ path: "/api/v1/employers?limit=1" })
      yield* send({ headers: { accept: "text/html" } })
      yield* send({ path: "/x" })
      assert.deepStrictEqual(seen, [
        "listEmployers /api/v1/employers 200",
        "listEmployers /api/v1/employers 406",
        "none /x 404"
      ])
    })
  )
})

layer(sampleServer({}, { isProbe: (path) => path.startsWith("/pages/") }))("the line of a probe", (it) => {
  it.effect(
    "is for debugging, but for a probe that is answered an error",
    Effect.fnUntraced(function* () {
      const levelOf = Effect.fnUntraced(function* (sent: Sent) {
        const { headers } = yield* send(sent)
        const isIts = ({ annotations }: LogLine) => annotations["request_id"] === headers["x-request-id"]
        return (yield* LogLines).find(isIts)?.level
      })
      assert.strictEqual(yield* levelOf({ path: "/pages/live" }), "Debug")
      assert.strictEqual(yield* levelOf({ path: "/pages/live", method: "DELETE" }), "Info")
    })
  )
})

layer(sampleServer({}, { around: (_, handling) => Effect.annotateLogs(handling, { trace_id: "4bf92f35" }) }))(
  "whoever observes the handling",
  (it) => {
    it.effect(
      "may annotate its lines, which keep the request's and the caller's ids",
      Effect.fnUntraced(function* () {
        const { headers } = yield* send({})
        const [line] = (yield* LogLines).filter(({ message }) => message.startsWith("GET "))
        const { key_id, request_id, trace_id } = line?.annotations ?? {}
        assert.deepStrictEqual(
          { key_id, request_id, trace_id },
          { key_id: keyId, request_id: headers["x-request-id"], trace_id: "4bf92f35" }
        )
      })
    )
  }
)
