import { assert, layer, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import { type BodyRules, type ReadableBody, mannered, strict } from "../src/index.ts"
import { sampleServer, send } from "./server.ts"

/** The bodies that the rule was given. */
const seen: Array<ReadableBody> = []

/** An employer has at least one member of staff, and "Nobody" isn't a name. */
const bodyRules: BodyRules = (operation) =>
  operation === "createEmployer"
    ? (body) =>
        Effect.sync(() => {
          seen.push(body)
          const { name } = body.members
          return [
            ...(name === "Nobody"
              ? [{ pointer: "#/name", code: "not_allowed", detail: "Give a name." }]
              : []),
            { pointer: "#/staff", code: "required", detail: "Give the staff." }
          ]
        })
    : undefined

const create = (body: unknown, headers: Record<string, string> = {}) =>
  Effect.map(
    send({
      method: "POST",
      path: "/api/v1/employers",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    }),
    ({ json }) =>
      (json.errors as ReadonlyArray<{ in: string; pointer: string; code: string }>).map(
        (error) => `${error.in} ${error.pointer} ${error.code}`
      )
  )

layer(sampleServer({ bodyRules }))("the rules of a body", (it) => {
  it.effect("are applied to the members that fit their schemas, and join the findings on the others", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* create({ abn: "1", name: "Nobody", state: "NSW", colour: "blue" }), [
        "body #/colour unknown_property",
        "body #/abn invalid_format",
        "body #/name not_allowed",
        "body #/staff required"
      ])
      assert.deepStrictEqual(seen.at(-1), {
        members: { name: "Nobody", state: "NSW" },
        names: ["abn", "name", "state", "colour"],
        parts: {}
      })
    })
  )

  it.effect("are given what can be read of an object or a list that doesn't fit", () =>
    Effect.gen(function* () {
      yield* create({ address: { locality: "Sydney", postcode: "2" }, tags: ["new", 7] })
      assert.deepStrictEqual(seen.at(-1), {
        members: {},
        names: ["address", "tags"],
        parts: {
          address: { members: { locality: "Sydney" }, names: ["locality", "postcode"], parts: {} },
          tags: { members: { "0": "new" }, names: ["0", "1"], parts: {} }
        }
      })
    })
  )

  it.effect("add nothing at a place where the schema has found something", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* create({ abn: "51824753551", name: 7, staff: -1 }), [
        "body #/name wrong_type",
        "body #/staff too_small"
      ])
    })
  )

  it.effect("are applied too where only a header is wrong", () =>
    Effect.gen(function* () {
      const found = yield* create(
        { abn: "51824753551", name: "Nobody" },
        { "idempotency-key": "x".repeat(9) }
      )
      assert.deepStrictEqual(found, [
        "header #/Idempotency-Key too_long",
        "body #/name not_allowed",
        "body #/staff required"
      ])
    })
  )

  it.effect("say nothing of a body that is no object", () =>
    Effect.gen(function* () {
      const before = seen.length
      const { json } = yield* send({
        method: "POST",
        path: "/api/v1/employers",
        headers: { "content-type": "application/json" },
        body: "[]"
      })
      assert.strictEqual(json.code, "malformed_request")
      assert.strictEqual(seen.length, before)
    })
  )
})

it("an API that isn't strict is refused at start, with what to do", () => {
  assert.throws(() => mannered(HttpApi.make("Lax")), /"Lax" isn't strict\. Serve strict\(api\)/)
  assert.doesNotThrow(() => mannered(strict(HttpApi.make("Strict"))))
})
