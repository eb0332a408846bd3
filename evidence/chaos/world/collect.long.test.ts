import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"
import { makeRetention } from "@embedded-super/service/webhooks"
import { endpointOf } from "./Cell.ts"
import { collect } from "./collect.ts"
import { makeWorld } from "./World.ts"

it("the judge knows a secret that retention has destroyed", () =>
  Effect.gen(function* () {
    const world = yield* makeWorld()
    const cell = yield* world.cell(world.server, yield* world.receiver("secrets", 1), "secrets")
    const expire = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`UPDATE webhook_secrets SET expires_at = platform_now()`
    )
    yield* cell.run(expire)
    yield* cell.run(Effect.flatten(makeRetention))
    const { logs } = yield* collect(cell, { acknowledged: [] })
    expect(logs.secrets.map(({ secret }) => secret)).toEqual([endpointOf(cell).secret])
  }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  ))
