/**
 * How fast one worker delivers, against a bare POST loop to the same receiver in the same run: 20,000 signed deliveries
 * of 2,000 entities, in order, each attempt written down in a real PostgreSQL with fsync on.
 *
 *   node packages/service/test/webhooks/bench/webhookDelivery.ts [rounds]
 */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { fork } from "node:child_process"
import { cpuUsage, argv, exit } from "node:process"
import { Agent } from "undici"
import { masterKeyOf, masterKeyRing } from "../../../src/platform/crypto/masterKey.ts"
import { MasterKeys } from "../../../src/platform/crypto/MasterKeys.ts"
import { Vault } from "../../../src/platform/crypto/Vault.ts"
import { Database } from "../../../src/platform/database/Database.ts"
import { DatabaseUrl } from "../../../src/platform/database/DatabaseUrl.ts"
import { embeddedPostgres } from "../../../src/platform/database/embedded/EmbeddedPostgres.ts"
import { newId } from "../../../src/platform/ids/newId.ts"
import { Jobs } from "../../../src/platform/jobs/Jobs.ts"
import { DeliverySettings } from "../../../src/webhooks/delivery/deliverySettings.ts"
import { DeliveryWorker } from "../../../src/webhooks/delivery/DeliveryWorker.ts"
import { eventId } from "../../../src/webhooks/events/eventId.ts"
import { WebhookEndpoints } from "../../../src/webhooks/endpoints/WebhookEndpoints.ts"
import { devSettings } from "../devSettings.ts"

const DELIVERIES = 20_000
const ENTITIES = 2_000

const database = Layer.effect(
  DatabaseUrl,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const folder = yield* fs.makeTempDirectoryScoped({ prefix: "embedded-super-bench-" })
    return yield* embeddedPostgres({ folder })
  })
)

const services = WebhookEndpoints.layer.pipe(
  Layer.provideMerge(Jobs.layer),
  Layer.provideMerge(Vault.layer),
  Layer.provide(Layer.succeed(MasterKeys, masterKeyRing(masterKeyOf(Buffer.alloc(32, 7))))),
  Layer.provideMerge(Database.layerMigrated),
  Layer.provideMerge(database),
  Layer.provideMerge(devSettings),
  Layer.provideMerge(NodeServices.layer),
  Layer.provide(Logger.layer([]))
)

const receiver = Effect.acquireRelease(
  Effect.callback<{ port: number; received: Effect.Effect<number>; kill: () => void }>((resume) => {
    const child = fork(new URL("benchReceiver.ts", import.meta.url))
    const received = Effect.callback<number>((resume) => {
      child.once("message", (message: { received: number }) => resume(Effect.succeed(message.received)))
      child.send("count")
    })
    child.once("message", (message: { port: number }) =>
      resume(Effect.succeed({ port: message.port, received, kill: () => child.kill() }))
    )
  }),
  ({ kill }) => Effect.sync(kill)
)

/** The same requests, unsigned, from nowhere, recorded nowhere. */
const bareLoop = (origin: string, requests: number) =>
  Effect.gen(function* () {
    const agent = new Agent()
    const body = "x".repeat(320)
    let left = DELIVERIES
    const post = Effect.promise(
      () =>
        new Promise<void>((resolve, reject) => {
          const next = () => {
            if (left === 0) return resolve()
            left -= 1
            agent.dispatch(
              { origin, path: "/hooks", method: "POST", headers: ["content-type", "application/json"], body },
              {
                onRequestStart: () => {},
                onResponseStart: () => {},
                onResponseData: () => {},
                onResponseEnd: next,
                onResponseError: (_, error) => reject(error)
              }
            )
          }
          next()
        })
    )
    yield* Effect.all(
      Array.from({ length: requests }, () => post),
      { concurrency: "unbounded" }
    )
    yield* Effect.promise(() => agent.destroy())
  })

/** Ids as the service makes them (increasing), so that indexes grow as they do in production. */
const ids = Array.from({ length: DELIVERIES }, (_, n) => eventId(Date.now() * 1000 + n))

const fill = (productId: string, endpointId: string, offset: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shifted = ids.map((id) => id.slice(0, -4) + offset.toString(16).padStart(4, "0"))
    const uuids = Result.getOrThrow(PgTypes.array(shifted, PgTypes.OID.uuid))
    yield* sql`WITH entity AS (SELECT n, gen_random_uuid() AS id FROM generate_series(0, ${ENTITIES - 1}::int) n),
      made AS (
        INSERT INTO events (id, product_id, subject, event, entity_id, seq, body, inserted_at)
        SELECT v.id, ${productId}, 'employer_issue', 'employer_issue_created', entity.id,
          (v.n - 1) / ${ENTITIES}::int + 1, repeat('x', 320), now()
        FROM unnest(${uuids}) WITH ORDINALITY AS v (id, n) JOIN entity ON entity.n = (v.n - 1) % ${ENTITIES}::int
        ORDER BY v.id
        RETURNING id, entity_id, seq)
      INSERT INTO webhook_deliveries (id, endpoint_id, product_id, subject, event, entity_id, seq, replaceable, state,
        due_at, inserted_at)
      SELECT id, ${endpointId}, ${productId}, 'employer_issue', 'employer_issue_created', entity_id, seq, false,
        'pending', now() - interval '1 second', now() FROM made ORDER BY id`
  })

const untilDelivered = (endpointId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    while (true) {
      const [row] = yield* sql<{ pending: boolean }>`SELECT EXISTS (
        SELECT FROM webhook_deliveries WHERE endpoint_id = ${endpointId} AND state = 'pending') AS pending`
      if (row?.pending !== true) return
      yield* Effect.sleep("20 millis")
    }
  })

const round = ({ port, received }: { port: number; received: Effect.Effect<number> }, nth: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { requestsPerEndpoint } = yield* DeliverySettings
    const [bare] = yield* Effect.timed(bareLoop(`http://127.0.0.1:${port}`, requestsPerEndpoint))
    const partnerId = yield* newId
    const productId = yield* newId
    yield* sql`INSERT INTO partners (id, name, slug) VALUES (${partnerId}, 'Bench', ${partnerId})`
    yield* sql`INSERT INTO products (id, partner_id, name, slug) VALUES (${productId}, ${partnerId}, 'Bench', 'bench')`
    const { endpoint } = yield* (yield* WebhookEndpoints).set({
      productId,
      url: `http://127.0.0.1:${port}/hooks`
    })
    yield* fill(productId, endpoint.id, nth)
    const already = yield* received
    const before = cpuUsage()
    const [ours] = yield* Effect.timed(
      Effect.scoped(Effect.andThen(Layer.build(DeliveryWorker.layer), untilDelivered(endpoint.id)))
    )
    const cpu = cpuUsage(before)
    const rate = (duration: Duration.Duration) => DELIVERIES / Duration.toSeconds(duration)
    console.log(
      `bare ${Math.round(rate(bare))}/s, delivered ${Math.round(rate(ours))}/s, ratio ${(rate(ours) / rate(bare)).toFixed(2)}, ` +
        `worker CPU ${Math.round((cpu.user + cpu.system) / DELIVERIES)} us a delivery, ` +
        `repeated ${(yield* received) - already - DELIVERIES}`
    )
  })

await Effect.gen(function* () {
  const partner = yield* receiver
  for (let n = 0; n < Number(argv[2] ?? 3); n += 1) yield* round(partner, n)
}).pipe(Effect.scoped, Effect.provide(services), Effect.runPromise)
exit(0)
