import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { ProblemIssue } from "../src/index.ts"
import { post, sampleServer, type Sent, send } from "./server.ts"

const employer = { abn: "00000000001", name: "Acme" }
const address = { locality: "Carlton", postcode: "3053" }

/** `want` is each finding as "pointer code: detail". */
type Row = readonly [name: string, body: unknown, ...want: ReadonlyArray<string>]

const rows: ReadonlyArray<Row> = [
  [
    "every missing field is named",
    {},
    "#/abn required: abn is required.",
    "#/name required: name is required."
  ],
  ["an unknown field", { ...employer, abm: 1 }, "#/abm unknown_property: abm is not known here."],
  [
    "an unknown field that differs from a known one in capitals, underscores or hyphens",
    { ...employer, address: { ...address, post_code: 1 }, nickName: 1 },
    "#/nickName unknown_property: nickName is not known here, nickname is.",
    "#/address/post_code unknown_property: address.post_code is not known here, postcode is."
  ],
  [
    "an unknown field whose name may be personal data",
    { ...employer, "Zephyrine O'Connor": 1 },
    "# unknown_property: The body has a property that is not known here."
  ],
  ["a wrong type", { ...employer, name: 5 }, "#/name wrong_type: name must be a string."],
  ["a fraction", { ...employer, staff: 1.5 }, "#/staff wrong_type: staff must be a whole number."],
  ["a number too small", { ...employer, staff: -1 }, "#/staff too_small: staff must be at least 0."],
  ["an empty text of a required field", { ...employer, name: "" }, "#/name required: name is required."],
  [
    "an empty text of a required field that has a form",
    { ...employer, abn: "", address: { ...address, postcode: "" } },
    "#/abn required: abn is required.",
    "#/address/postcode required: address.postcode is required."
  ],
  [
    "an empty text of an optional field",
    { ...employer, nickname: "" },
    "#/nickname too_short: nickname must have at least 1 character."
  ],
  [
    "a text too long",
    { ...employer, address: { ...address, locality: "Abcdefghijkl" } },
    "#/address/locality too_long: address.locality must have at most 10 characters."
  ],
  [
    "a text of the wrong length and of another form",
    { ...employer, country: "AU" },
    "#/country too_short: country must be a code of small letters, such as aus."
  ],
  [
    "a text of the wrong length alone",
    { ...employer, country: "australia" },
    "#/country too_long: country must have at most 3 characters."
  ],
  [
    "a text too long for its form to be read",
    { ...employer, country: "A".repeat(1001) },
    "#/country too_long: country must have at most 3 characters."
  ],
  [
    "a pattern",
    { ...employer, abn: "2" },
    "#/abn invalid_format: abn must have the form that the documentation describes."
  ],
  [
    "a checksum",
    { ...employer, abn: "00000000002" },
    "#/abn invalid_checksum: abn must be an ABN with a valid checksum."
  ],
  [
    "a value outside a list",
    { ...employer, state: "XX" },
    "#/state not_allowed: state must be one of NSW, VIC."
  ],
  ["neither a text nor null", { ...employer, note: 5 }, "#/note wrong_type: note must be a string or null."],
  [
    "a list instead of an object",
    { ...employer, address: [] },
    "#/address wrong_type: address must be an object."
  ],
  [
    "a pointer escapes slash and tilde",
    { ...employer, address: { ...address, "a/b~c": 1 } },
    "#/address/a~1b~0c wrong_type: address.a/b~c must be true or false."
  ],
  ["an item of a list", { ...employer, tags: ["a", 2] }, "#/tags/1 wrong_type: tags.1 must be a string."],
  [
    "a list with too many items, one of them twice",
    { ...employer, tags: ["a", "a", "b"] },
    "#/tags too_many: tags must have at most 2 items.",
    "#/tags not_allowed: tags must hold no duplicate items."
  ],
  [
    "a form without its kind",
    { ...employer, choice: {} },
    "#/choice/kind required: choice.kind is required."
  ],
  [
    "a form with an empty kind",
    { ...employer, choice: { kind: "" } },
    "#/choice/kind required: choice.kind is required."
  ],
  [
    "a form of an unknown kind",
    { ...employer, choice: { kind: "none" } },
    "#/choice/kind not_allowed: choice.kind must be one of fund, smsf."
  ],
  [
    "a form that lacks a field",
    { ...employer, choice: { kind: "fund" } },
    "#/choice/usi required: choice.usi is required."
  ]
]

const errorsOf = Effect.fnUntraced(function* (body: unknown, more: Sent = {}) {
  const { json, status, text } = yield* post(body, more)
  assert.strictEqual(status, 422, text)
  assert.strictEqual(json.code, "validation_failed")
  return json.errors as ReadonlyArray<ProblemIssue>
})

layer(sampleServer())("what differs from the contract is listed", (it) => {
  for (const [name, body, ...want] of rows) {
    it.effect(
      name,
      Effect.fnUntraced(function* () {
        const errors = yield* errorsOf(body)
        assert.deepStrictEqual(
          errors.map(({ code, detail, pointer }) => `${pointer} ${code}: ${detail}`),
          want
        )
        assert.isTrue(errors.every((error) => error.in === "body" && Object.keys(error).length === 4))
      })
    )
  }

  it.effect(
    "everything at once, in headers, query and body, and the sum of it in the detail",
    Effect.fnUntraced(function* () {
      const { json } = yield* post(
        { name: 5 },
        { path: "/api/v1/employers?notify=maybe", headers: { "idempotency-key": "much too long" } }
      )
      assert.deepStrictEqual(
        (json.errors as ReadonlyArray<ProblemIssue>).map(
          (issue) => `${issue.in} ${issue.pointer} ${issue.code}`
        ),
        [
          "header #/Idempotency-Key too_long",
          "query #/notify not_allowed",
          "body #/abn required",
          "body #/name wrong_type"
        ]
      )
      assert.strictEqual(json.detail, "The request differs from the contract in 4 places; see errors.")
    })
  )

  it.effect(
    "a query parameter that is given twice is named as such",
    Effect.fnUntraced(function* () {
      const [error] = yield* errorsOf(employer, { path: "/api/v1/employers?notify=a&notify=b" })
      assert.deepInclude(error, {
        in: "query",
        pointer: "#/notify",
        detail: "The query parameter notify is given more than once."
      })
    })
  )

  it.effect(
    "an unknown query parameter names the known ones",
    Effect.fnUntraced(function* () {
      for (const [query, detail] of [
        ["notifi=yes", "The query parameter notifi is not known here; known are notify, dry_run."],
        ["dryRun=yes", "The query parameter dryRun is not known here, dry_run is."]
      ] as const) {
        const [error] = yield* errorsOf(employer, { path: `/api/v1/employers?${query}` })
        assert.strictEqual(error?.detail, detail)
      }
    })
  )

  it.effect(
    "an id of another form says which form ids have, and never itself",
    Effect.fnUntraced(function* () {
      const { json, status } = yield* send({ method: "GET", path: "/api/v1/employers/123456782" })
      assert.deepStrictEqual(
        [status, json.code, json.detail],
        [404, "not_found", "There is nothing at this path. The path's id must be a UUID."]
      )
    })
  )

  it.effect(
    "a path that differs in singular or plural only is named, and nothing of one that is unlike any",
    Effect.fnUntraced(function* () {
      for (const [path, detail] of [
        ["/api/v1/employer", "There is no such path. Did you mean /api/v1/employers?"],
        ["/api/v1/Employers/", "There is no such path. Did you mean /api/v1/employers?"],
        ["/api/v1/employers/", "There is no such path. Did you mean /api/v1/employers?"],
        ["/api/v1/employers//open", "There is no such path. Did you mean /api/v1/employers/{id}/open?"],
        ["/api/v1/employer/tfn-459599230", "There is no such path. Did you mean /api/v1/employers/{id}?"],
        ["/api/v1/people", "There is no such path."],
        ["/api/v2/employer", "There is no such path."]
      ] as const) {
        const { json, status } = yield* send({ method: "GET", path })
        assert.deepStrictEqual([status, json.detail], [404, detail], path)
      }
    })
  )

  it.effect(
    "a body that has one form names the field that decides it",
    Effect.fnUntraced(function* () {
      for (const [body, code] of [
        [{}, "required"],
        [{ app: "other" }, "not_allowed"],
        [{ app: 1 }, "not_allowed"]
      ] as const) {
        const [issue] = yield* errorsOf(body, { path: "/open" })
        assert.deepInclude(issue, { pointer: "#/app", code })
      }
    })
  )

  it.effect(
    "a single issue is the detail itself",
    Effect.fnUntraced(function* () {
      const { json } = yield* post({ abn: "00000000001" })
      assert.strictEqual(json.detail, "name is required.")
    })
  )

  it.effect(
    "a query is read as strictly",
    Effect.fnUntraced(function* () {
      for (const [query, code] of [
        ["limit=x", "wrong_type"],
        ["limit=0", "too_small"],
        ["limit=101", "too_large"],
        ["limit=1&limit=2", "wrong_type"],
        ["lmit=1", "unknown_property"]
      ] as const) {
        const { json, status } = yield* send({ path: `/api/v1/employers?${query}` })
        assert.strictEqual(status, 422)
        assert.deepInclude(json.errors[0], { in: "query", code })
      }
    })
  )

  it.effect(
    "a rejected value is never repeated",
    Effect.fnUntraced(function* () {
      const tfn = "123456782"
      for (const body of [
        { ...employer, abn: tfn },
        { ...employer, staff: tfn },
        { ...employer, state: tfn },
        { ...employer, note: { tfn } },
        { ...employer, tags: [tfn, tfn] },
        { ...employer, choice: { kind: tfn } },
        { ...employer, unknown: tfn },
        [tfn],
        `{"abn": ${tfn}`
      ]) {
        const { status, text } = yield* post(body)
        assert.isAtLeast(status, 400)
        assert.notInclude(text, tfn)
      }
    })
  )

  it.effect(
    "a key with control characters isn't named",
    Effect.fnUntraced(function* () {
      const [issue] = yield* errorsOf({ ...employer, "a\n b": 1 })
      assert.deepInclude(issue, { pointer: "#", detail: "The body has a property that is not known here." })
    })
  )

  it.effect(
    "a flood of unknown fields is answered shortly",
    Effect.fnUntraced(function* () {
      const flood = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 1]))
      assert.lengthOf(yield* errorsOf({ ...employer, ...flood }), 100)
      const [issue] = yield* errorsOf({ ...employer, ["k".repeat(10_000)]: 1 })
      assert.isBelow(issue!.pointer.length, 100)
    })
  )
})
