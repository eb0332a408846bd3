/** A small API with one operation for every case that this package handles. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiError from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CurrentRequestId, logCaller, type Retired, strict } from "../src/index.ts"

/** The deprecation headers of an example operation. */
export const Retirement = Context.Reference<Retired | undefined>("test/Retirement", {
  defaultValue: () => undefined
})

class Unauthenticated extends HttpApiError.Problem<Unauthenticated>()(
  "Unauthenticated",
  { type: "about:blank", status: 401, title: "Authentication is needed" },
  { code: Schema.Literals(["unauthenticated"]), request_id: Schema.optionalKey(Schema.String) }
) {}

class Conflict extends HttpApiError.Problem<Conflict>()(
  "Conflict",
  { type: "about:blank", status: 409, title: "Conflict" },
  { code: Schema.Literals(["remote_id_taken"]), request_id: Schema.optionalKey(Schema.String) }
) {}

export class Key extends HttpApiMiddleware.Service<Key>()("Key", {
  error: Unauthenticated,
  security: { key: HttpApiSecurity.apiKey({ in: "header", key: "x-api-key" }) }
}) {}

export const keyId = "0190d1a0-2222-7000-8000-000000000001"

const KeyLive = Layer.succeed(Key, {
  key: (httpEffect, { credential }) =>
    Redacted.value(credential) === "let-me-in"
      ? Effect.andThen(logCaller({ key_id: keyId }), httpEffect)
      : Effect.fail(new Unauthenticated({ code: "unauthenticated", detail: "This key is not known." }))
})

const Abn = Schema.String.check(
  Schema.isPattern(/^\d{11}$/),
  Schema.makeFilter((abn) => abn.endsWith("1"), {
    expected: "an ABN with a valid checksum"
  })
)

const Address = Schema.Struct({
  locality: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(10)),
  postcode: Schema.String.check(Schema.isPattern(/^\d{4}$/)),
  "a/b~c": Schema.optionalKey(Schema.Boolean)
})

const EmployerBody = Schema.Struct({
  abn: Abn,
  name: Schema.String.check(Schema.isMinLength(1)),
  nickname: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1))),
  staff: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  state: Schema.optionalKey(Schema.Literals(["NSW", "VIC"])),
  country: Schema.optionalKey(
    Schema.String.check(
      Schema.isMinLength(3).abort(),
      Schema.isMaxLength(3).abort(),
      Schema.isPattern(/^[a-z]+$/, { expected: "a code of small letters, such as aus" }).abort()
    )
  ),
  note: Schema.optionalKey(Schema.NullOr(Schema.String)),
  address: Schema.optionalKey(Address),
  tags: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(2), Schema.isUnique())),
  choice: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({ kind: Schema.Literal("fund"), usi: Schema.String }),
      Schema.Struct({ kind: Schema.Literal("smsf"), bsb: Schema.String })
    ])
  )
})

const Id = Schema.String.check(Schema.isUUID())
const Employer = Schema.Struct({ id: Schema.String, name: Schema.String })

const Employers = HttpApiGroup.make("employers")
  .add(
    HttpApiEndpoint.get("listEmployers", "/api/v1/employers", {
      query: Schema.Struct({
        limit: Schema.optionalKey(
          Schema.Int.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(100))
        )
      }),
      success: Schema.Struct({ data: Schema.Array(Employer) })
    }),
    HttpApiEndpoint.post("createEmployer", "/api/v1/employers", {
      headers: Schema.Struct({
        "idempotency-key": Schema.optionalKey(Schema.String.check(Schema.isMaxLength(8)))
      }),
      query: Schema.Struct({
        notify: Schema.optionalKey(Schema.Literals(["yes", "no"])),
        dry_run: Schema.optionalKey(Schema.Literals(["yes", "no"]))
      }),
      payload: EmployerBody,
      success: Employer.pipe(HttpApiSchema.status(201)),
      error: Conflict
    }),
    HttpApiEndpoint.get("getEmployer", "/api/v1/employers/:id", {
      params: { id: Id },
      success: HttpApiSchema.WithHeaders(Employer, { etag: Schema.String })
    }),
    HttpApiEndpoint.post("openEmployer", "/api/v1/employers/:id/open", { params: { id: Id } }),
    HttpApiEndpoint.delete("deleteEmployer", "/api/v1/employers/:id", { params: { id: Id } }),
    HttpApiEndpoint.post("replayEmployers", "/api/v1/employers/replay")
  )
  .middleware(Key)

const Oddities = HttpApiGroup.make("oddities").add(
  HttpApiEndpoint.get("echoRequestId", "/echo-request-id", { success: Schema.Struct({ id: Schema.String }) }),
  HttpApiEndpoint.get("getForm", "/form", {
    success: HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" })
  }),
  HttpApiEndpoint.post("trigger", "/trigger"),
  HttpApiEndpoint.post("retire", "/retire", {
    payload: Schema.Struct({ app: Schema.Literal("settings") })
  }).annotate(Retirement, {
    deprecation: "@1795219200",
    sunset: "Fri, 19 Feb 2027 00:00:00 GMT",
    link: '<https://docs.example/changelog#retire>; rel="deprecation"; type="text/html"'
  }),
  HttpApiEndpoint.post("open", "/open", {
    payload: [HttpApiSchema.NoContent, Schema.Struct({ app: Schema.Literal("settings") })]
  }),
  HttpApiEndpoint.get("die", "/die", { success: Schema.String }),
  HttpApiEndpoint.get("breakContract", "/break-contract", { success: Schema.Struct({ n: Schema.Int }) }),
  HttpApiEndpoint.get("databaseAway", "/database-away"),
  HttpApiEndpoint.get("interrupted", "/interrupted")
)

export const SampleApi = strict(HttpApi.make("Sample").add(Employers).add(Oddities))

class DatabaseAway extends Schema.TaggedError<DatabaseAway>()("DatabaseAway", {}) {}

export const secret = "secret-123456782"

const EmployersLive = HttpApiBuilder.group(SampleApi, "employers", (handlers) =>
  handlers.handleAll({
    replayEmployers: () => Effect.void,
    listEmployers: () => Effect.succeed({ data: [] }),
    createEmployer: ({ payload }) =>
      payload.name === "taken"
        ? Effect.fail(new Conflict({ code: "remote_id_taken", detail: "Another employer has it." }))
        : Effect.succeed({ id: "new", name: payload.name }),
    getEmployer: ({ params }) =>
      Effect.succeed(
        HttpApiSchema.withHeaders({ body: { id: params.id, name: "Ada" }, headers: { etag: '"3-ab"' } })
      ),
    openEmployer: () => Effect.void,
    deleteEmployer: () => Effect.void
  })
)

const OdditiesLive = HttpApiBuilder.group(SampleApi, "oddities", (handlers) =>
  handlers.handleAll({
    echoRequestId: () => Effect.map(CurrentRequestId, (id) => ({ id: id ?? "none" })),
    getForm: () => Effect.die("not asked for"),
    trigger: () => Effect.void,
    retire: () => Effect.void,
    open: () => Effect.void,
    die: () => Effect.die(new Error(secret)),
    breakContract: () => Effect.succeed({ n: 0.5 }),
    databaseAway: () => Effect.die(new DatabaseAway()),
    interrupted: () => Effect.interrupt
  })
)

const PageLive = HttpRouter.add("GET", "/pages/*", HttpServerResponse.text("a page"))

export const SampleLive = HttpApiBuilder.layer(SampleApi).pipe(
  Layer.provide([EmployersLive, OdditiesLive]),
  Layer.provide(KeyLive),
  Layer.merge(PageLive)
)

export const unavailable = (error: unknown): Duration.Duration | undefined =>
  error instanceof DatabaseAway ? Duration.seconds(7) : undefined
