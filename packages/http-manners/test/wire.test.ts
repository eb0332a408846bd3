import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sampleServer, speak } from "./server.ts"

const key = "x-api-key: let-me-in\r\nconnection: close\r\n"

const MALFORMED = [400, "malformed_request"] as const

/** A request for the list of employers, with these lines of headers. */
const get = (headers: string, target = "/api/v1/employers", version = "HTTP/1.1"): string =>
  `GET ${target} ${version}\r\n${headers}${key}\r\n`

/** The one header that each request needs. */
const H = "host: x\r\n"

/** [test title, bytes sent, expected status, expected code] */
const answers: ReadonlyArray<readonly [string, string, status: number, code?: string]> = [
  ["one Host is answered", get(H), 200],
  ["two Hosts are malformed", get(H + H), ...MALFORMED],
  ["no Host is malformed", get(""), ...MALFORMED],
  ["HTTP/1.0 needs no Host", get("", "/api/v1/employers", "HTTP/1.0"), 200],
  [
    "HTTP/1.0 has no two Hosts either",
    get("host: x\r\nhost: y\r\n", "/api/v1/employers", "HTTP/1.0"),
    ...MALFORMED
  ],
  ...[
    ...["a b", "[", "[::1", "%", "<x>", "x:99999", "x:y", "a/b"],
    ...["u@x", "a\\b", "x?y", "1.2.3.999", "[::g]", "", "\u00e9"]
  ].map((host): (typeof answers)[number] => [
    `the Host ${JSON.stringify(host)} is malformed`,
    get(`host: ${host}\r\n`),
    ...MALFORMED
  ]),
  ...["x", "x:80", "x:", "api.example.com", "127.0.0.1:4000", "[::1]:4000", "my_service", "X.Y."].map(
    (host): (typeof answers)[number] => [
      `the Host ${JSON.stringify(host)} is one`,
      get(`host: ${host}\r\n`),
      200
    ]
  ),
  ["the target of a proxy's request is read", get(H, "http://x/api/v1/employers"), 200],
  ["a target that is no URL is malformed", get(H, "http://x:99999/api/v1/employers"), ...MALFORMED],
  ["a request line without a version is malformed", `GET /api/v1/employers\r\n${H}${key}\r\n`, ...MALFORMED],
  ["an expectation that is none is refused", get(`${H}expect: 200-ok\r\n`), 417, "expectation_failed"],
  ["100-continue is met", get(`${H}expect: 100-continue\r\n`), 200],
  ["a number sign opens no fragment of an address", get(H, "/api/v1/employers#x"), 404, "not_found"],
  ...["\u0000", "\u0007", "\u001b", "\u007f"].map((character): (typeof answers)[number] => [
    `a header with ${JSON.stringify(character)} is malformed`,
    get(`${H}idempotency-key: a${character}b\r\n`),
    ...MALFORMED
  ]),
  [
    "an address with a control character is malformed",
    get(H, "/api/v1/employers?limit=\u00071"),
    ...MALFORMED
  ]
]

layer(sampleServer())("HTTP/1.1 as RFC 9112 has it:", (it) => {
  for (const [name, request, status, code] of answers) {
    it.effect(
      name,
      Effect.fnUntraced(function* () {
        const { text } = yield* speak([request])
        const final = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "")
        assert.match(final, new RegExp(`^HTTP/1\\.1 ${status} `))
        if (code === undefined) return
        assert.match(final, /\r\ncontent-type: application\/problem\+json\r\n/i)
        assert.match(final, /\r\nx-request-id: [0-9a-f-]{36}\r\n/i)
        assert.include(final, `"type":"https://docs.example/errors#${code}"`)
      })
    )
  }

  it.effect(
    "an offer of HTTP/2 is ignored, as Java's client makes it: the connection takes the next request",
    Effect.fnUntraced(function* () {
      const body = "{}"
      const offer =
        "connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAEAAEAAAAIAAAAB\r\n"
      const { text } = yield* speak(
        [
          `POST /api/v1/employers HTTP/1.1\r\nhost: x\r\nx-api-key: let-me-in\r\ncontent-type: application/json\r\n${offer}content-length: ${body.length}\r\n\r\n${body}`,
          `GET /api/v1/employers HTTP/1.1\r\nhost: x\r\n${key}\r\n`
        ],
        { afterAnswers: true }
      )
      assert.deepStrictEqual(
        [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status),
        ["422", "200"]
      )
    })
  )

  it.effect.each([
    ["HTTP/1.0", "transfer-encoding: chunked"],
    ["HTTP/1.0", "transfer-encoding: chunked\r\ncontent-length: 2"],
    ["HTTP/1.1", "transfer-encoding: gzip, chunked"],
    ["HTTP/1.1", "transfer-encoding: identity, chunked"],
    ["HTTP/1.1", "transfer-encoding: chunked\r\ntransfer-encoding: chunked"],
    ["HTTP/1.1", "transfer-encoding: chunked\r\ncontent-length: 2"]
  ])(
    "a body of %s with %j is malformed, and no further request of its connection is answered",
    ([version, coding]) =>
      Effect.gen(function* () {
        const { text } = yield* speak([
          `POST /api/v1/employers ${version}\r\nhost: x\r\nx-api-key: let-me-in\r\nconnection: keep-alive\r\n` +
            `content-type: application/json\r\n${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n` +
            `GET /api/v1/employers HTTP/1.1\r\nhost: x\r\n${key}\r\n`
        ])
        assert.deepStrictEqual(
          [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => status),
          ["400"]
        )
      })
  )

  it.effect.each([
    ["a chunk's extension", `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
    ["a chunk's size", "x\r\n"],
    ["a trailer", `0\r\nx: ${"a".repeat(20_000)}\r\n\r\n`]
  ])("a body whose %s breaks after its answer was sent gets no second one", ([, rest = ""]) =>
    Effect.gen(function* () {
      const anonymous =
        "POST /api/v1/employers HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
      const { text } = yield* speak([anonymous, rest], { afterAnswers: true })
      assert.deepStrictEqual(
        [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status),
        ["401"]
      )
    })
  )

  const megabyte = 1024 * 1024
  const head = (length: string) =>
    `POST /api/v1/employers HTTP/1.1\r\nhost: x\r\nx-api-key: let-me-in\r\ncontent-type: application/json\r\n${length}\r\n\r\n`

  it.effect(
    "a client that sends on after its body was refused can send all of it, and reads the answer",
    Effect.fnUntraced(function* () {
      const pieces = Array.from({ length: 80 }, () => Buffer.alloc(megabyte / 16, "x"))
      const declared = head(`content-length: ${5 * megabyte}`)
      const { text, written } = yield* speak([declared, ...pieces])
      assert.match(text, /^HTTP\/1\.1 413 /)
      assert.include(text, "payload_too_large")
      assert.strictEqual(written, declared.length + 5 * megabyte)
    })
  )

  it.effect(
    "the same of a client that doesn't say how much it sends",
    Effect.fnUntraced(function* () {
      const piece = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(65_536, "x"), Buffer.from("\r\n")])
      const pieces = [...Array.from({ length: 80 }, () => piece), "0\r\n\r\n"]
      const { text, written } = yield* speak([head("transfer-encoding: chunked"), ...pieces])
      assert.match(text, /^HTTP\/1\.1 413 /)
      assert.isAbove(written, 5 * megabyte)
    })
  )
})
