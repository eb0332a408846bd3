import {
  Idempotency,
  KeysGroup,
  ProductKeySecurity,
  ProductsGroup
} from "@embedded-super/contracts/partner-api"
import { Conflict } from "@embedded-super/contracts/problems"
import * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { ApiKeysHttp, ProductsHttp } from "../src/partners/Products.http.ts"
import { apiOf, partnerServices, send, served } from "./TestPartnerHttp.ts"

/** Two operations that write their input, and then run the effect that the test registered. */
const thing = (name: "createThing" | "renameThing", path: "/things" | "/things/renamed") =>
  HttpApiEndpoint.post(name, path, {
    headers: { "idempotency-key": Schema.optionalKey(S.IdempotencyKey) },
    payload: Schema.Struct({ name: Schema.String, tags: Schema.optionalKey(Schema.Array(Schema.String)) }),
    success: HttpApiSchema.WithHeaders(
      Schema.Struct({ name: Schema.String, nth: Schema.Number }).pipe(HttpApiSchema.status(201)),
      { etag: S.EntityTag, location: Schema.String }
    ),
    error: [Conflict]
  })
    .middleware(Idempotency)
    .middleware(ProductKeySecurity)

class ThingsGroup extends HttpApiGroup.make("things").add(
  thing("createThing", "/things"),
  thing("renameThing", "/things/renamed")
) {}

export const api = apiOf(ThingsGroup, ProductsGroup, KeysGroup)

/** The effect that an operation runs after its write, by the requested name; by default nothing. */
export class Then extends Context.Service<Then, Map<string, Effect.Effect<void, Conflict>>>()("test/Then") {}

const ThingsHttp = HttpApiBuilder.group(
  api,
  "things",
  Effect.fnUntraced(function* (handlers) {
    const sql = yield* SqlClient.SqlClient
    const then = yield* Then
    yield* Effect.orDie(sql`CREATE TABLE things (nth serial, name text NOT NULL)`)
    const write = Effect.fnUntraced(
      function* ({ payload: { name } }: { readonly payload: { readonly name: string } }) {
        const [row] = yield* sql<{ nth: number }>`INSERT INTO things (name) VALUES (${name}) RETURNING nth`
        yield* then.get(name) ?? Effect.void
        return HttpApiSchema.withHeaders({
          body: { name, nth: row?.nth ?? 0 },
          headers: { etag: '"1"' as S.EntityTag, location: `https://api.example.test/things/${row?.nth}` }
        })
      },
      Effect.catchTag("SqlError", Effect.die)
    )
    return handlers.handleAll({ createThing: write, renameThing: write })
  })
)

/** A served API of things, products and keys, behind the real security and the real idempotency. */
export const services = served(api, Layer.mergeAll(ThingsHttp, ProductsHttp, ApiKeysHttp)).pipe(
  Layer.provideMerge(Layer.sync(Then, () => new Map())),
  Layer.provideMerge(partnerServices()),
  // One test makes an operation fail, which the server reports.
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
)

export const written = (name: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return (yield* sql`SELECT nth FROM things WHERE name = ${name}`).length
  })

export const post = Effect.fnUntraced(function* (
  key: string,
  idempotencyKey: string | undefined,
  body: unknown,
  path = "/things"
) {
  const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }
  return yield* send(key, "POST", path, { headers, body })
})

/** Makes an operation pause after its write: `reached` resolves when it has, `open` lets it continue. */
export const gate = Effect.fnUntraced(function* (name: string) {
  const reached = yield* Deferred.make<void>()
  const opened = yield* Deferred.make<void>()
  ;(yield* Then).set(name, Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(opened)))
  return { reached: Deferred.await(reached), open: Deferred.succeed(opened, undefined) }
})
