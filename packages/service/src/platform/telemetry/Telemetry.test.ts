import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { SqlError, UniqueViolation } from "effect/sql/SqlError"
import * as TestConsole from "effect/testing/TestConsole"
import { makeApiKey } from "../ids/ApiKey.ts"
import { Telemetry } from "./Telemetry.ts"

const TFN = "123456782"
const SPACED = "123 456 782"
const WEBHOOK_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** The output of an effect in the given format. */
const printed = (format: "json" | "pretty", effect: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    yield* Effect.exit(effect)
    return [...(yield* TestConsole.errorLines), ...(yield* TestConsole.logLines)].map(String).join("\n")
  }).pipe(
    Effect.provide(
      Telemetry.pipe(
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { LOG_FORMAT: format } })))
      )
    ),
    Effect.provide(TestConsole.layer)
  )

const Person = Schema.Struct({ tfn: Schema.Literal("none") })

describe("telemetry", () => {
  it.effect("prints a JSON object a line, with request id, level and listed annotations", () =>
    Effect.gen(function* () {
      const id = "0190f0c4-0000-7000-8000-000000000000"
      const lines = yield* printed(
        "json",
        Effect.logWarning("Sent").pipe(
          Effect.annotateLogs({ request_id: id, route: "/api/v1/employers", status: 201 })
        )
      )
      assert.deepStrictEqual(JSON.parse(lines), {
        time: "1970-01-01T00:00:00.000Z",
        level: "warn",
        message: "Sent",
        request_id: id,
        route: "/api/v1/employers",
        status: 201
      })
    })
  )

  it.effect("prints a text under no key that isn't listed", () =>
    Effect.gen(function* () {
      const lines = yield* printed(
        "json",
        Effect.logInfo("Saved", { family_name: "Citizen" }).pipe(
          Effect.annotateLogs({ email: "jo@example.com" })
        )
      )
      assert.notInclude(lines, "Citizen")
      assert.notInclude(lines, "jo@example.com")
      assert.strictEqual(JSON.parse(lines).email, "<unlisted>")
    })
  )

  it.effect.each(["json", "pretty"] as const)("no secret is printed, in %s", (format) =>
    Effect.gen(function* () {
      const { key } = yield* makeApiKey("product", "live")
      const secret = Redacted.value(key)
      const constraint = new UniqueViolation({
        cause: Object.assign(new Error(`Key (email)=(${TFN})`), { code: "23505", detail: SPACED }),
        message: `duplicate ${TFN}`,
        operation: "query",
        constraint: "employees_email"
      })
      const lines = yield* printed(
        format,
        Effect.gen(function* () {
          yield* Effect.logInfo(Redacted.make(TFN), { tfn: Redacted.make(TFN), person: { tfn: TFN } })
          yield* Effect.logInfo(`the number is ${SPACED}, key ${secret}, ${WEBHOOK_SECRET}`)
          yield* Effect.logInfo(
            "headers",
            Headers.fromInput({ "x-api-key": secret, authorization: `Bearer ${TFN}`, via: TFN })
          )
          yield* Effect.logInfo(
            `GET https://api.example.com/embed?signed=${TFN}&name=Citizen and /embed?a=Citizen`
          )
          yield* Effect.logInfo("x").pipe(
            Effect.annotateLogs({ url: `https://u:${secret}@h/p?q=${TFN}`, note: secret, tfn: TFN })
          )
          yield* Effect.logInfo("x").pipe(
            Effect.annotateLogs({
              caller_request_id: TFN,
              words: `tried ${SPACED}`,
              sql: secret,
              job: { tfn: TFN }
            })
          )
          yield* Effect.logError(
            "schema",
            yield* Effect.exit(Schema.decodeUnknownEffect(Person)({ tfn: TFN }))
          )
          yield* Effect.sandbox(Schema.decodeUnknownEffect(Person)({ tfn: TFN })).pipe(
            Effect.catch((cause) => Effect.logError("schema", cause))
          )
          yield* Effect.sandbox(Effect.fail(new SqlError({ reason: constraint }))).pipe(
            Effect.catch((cause) => Effect.logError("sql", cause))
          )
          yield* Effect.sandbox(Effect.sync(() => JSON.parse(`{"tfn": "${TFN}" oops`))).pipe(
            Effect.catch((cause) => Effect.logError("json", cause))
          )
          yield* Effect.sandbox(Effect.fail(new Error(`could not send ${TFN} with ${secret}`))).pipe(
            Effect.catch((cause) => Effect.logError("other", cause))
          )
        })
      )
      for (const canary of [TFN, SPACED, secret, secret.slice(-49, -7), WEBHOOK_SECRET, "Citizen"]) {
        assert.notInclude(lines, canary)
      }
      for (const kept of [
        "SchemaError",
        "employees_email",
        "23505",
        "SyntaxError",
        "could not send",
        "https://api.example.com/embed"
      ]) {
        assert.include(lines, kept)
      }
    })
  )
})
