import * as Effect from "effect/Effect"
import { fork } from "node:child_process"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { EmployerIssues } from "@embedded-super/service/onboarding"
import { BusinessClock, Database, DatabaseUrl, Jobs } from "@embedded-super/service/platform"
import { DeliveryWorker, Events, WebhookEndpoints } from "@embedded-super/service/webhooks"
import { aProduct, devSettings, TestVault } from "@embedded-super/service/testing/stand-ins"
import process from "node:process"
import type { Figure } from "../chaos/Row.ts"
import type { Server } from "../chaos/world/Server.ts"
import { machine, publish, type Section } from "../chaos/results.ts"

/** The webhooks since the last call, in order: webhook ids, and when (milliseconds since 1970). */
interface Came {
  readonly ids: ReadonlyArray<string>
  readonly times: ReadonlyArray<number>
}

interface BenchReceiver {
  readonly origin: string
  readonly take: Effect.Effect<Came>
}

/** Starts the receiver's process; it ends with the scope. */
export const startBenchReceiver = Effect.acquireRelease(
  Effect.callback<BenchReceiver & { readonly stop: () => void }>((resume) => {
    const child = fork(new URL("receiverProcess.ts", import.meta.url))
    const take = Effect.callback<Came>((resume) => {
      child.once("message", (came: Came) => resume(Effect.succeed(came)))
      child.send("take")
    })
    child.once("message", ({ port }: { readonly port: number }) =>
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, take, stop: () => void child.kill() }))
    )
  }),
  ({ stop }) => Effect.sync(stop)
)

/** How a measurement is asked to run. */
interface BenchContext {
  readonly server: Server
  readonly receiver: BenchReceiver
  readonly rounds: number
  readonly quick: boolean
  readonly say: (text: string) => Effect.Effect<void>
}

/** A measurement. Its figures have limits, except those that are printed for orientation (at least 0). */
export interface Bench {
  readonly title: string
  readonly run: (
    context: BenchContext
  ) => Effect.Effect<ReadonlyArray<Figure>, unknown, Scope.Scope | FileSystem.FileSystem>
}

const servicesOn = (url: Redacted.Redacted) =>
  Layer.mergeAll(EmployerIssues.layer, WebhookEndpoints.layer).pipe(
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(Jobs.layer),
    Layer.provideMerge(TestVault.layer),
    Layer.provideMerge(BusinessClock.layer),
    Layer.provideMerge(Database.layer),
    Layer.provideMerge(Layer.succeed(DatabaseUrl, url)),
    Layer.provideMerge(devSettings)
  )

/** Makes a database for one measurement, and returns a function that runs the service's parts on it. */
export const newBenchDatabase = Effect.fnUntraced(function* (server: Server, name: string) {
  yield* server.newDatabase(name)
  const services = yield* Layer.buildWithScope(servicesOn(server.url(name)), yield* Scope.Scope)
  return <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provideContext(effect, services)
})

export type Run = Effect.Success<ReturnType<typeof newBenchDatabase>>

/** A product whose webhooks, those of issues included, go to this address. */
export const anAddress = Effect.fnUntraced(function* (url: string) {
  const sql = yield* SqlClient.SqlClient
  const productId = yield* aProduct()
  yield* sql`UPDATE partners SET employer_issue_webhooks_enabled = true`
  const { endpoint } = yield* (yield* WebhookEndpoints).set({ productId, url })
  return { id: endpoint.id, productId }
})

/** Runs the production worker until no delivery of these endpoints waits. */
export const drained = (endpointIds: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Layer.build(Layer.fresh(DeliveryWorker.layer))
      const began = performance.now()
      const left = sql`SELECT FROM webhook_deliveries WHERE state = 'pending' AND ${sql.in("endpoint_id", endpointIds)}
        LIMIT 1`
      while ((yield* left).length > 0) yield* Effect.sleep("20 millis")
      return (performance.now() - began) / 1000
    })
  )

const markdownOf = (figures: ReadonlyArray<Figure>): string =>
  [
    `On ${machine}.`,
    "",
    "| What | Measured | Limit | Verdict |",
    "| --- | --- | --- | --- |",
    ...figures.map(
      ({ figure, limit, pass, what }) =>
        `| ${what} | ${figure} | ${limit} | ${limit === "" ? "" : pass ? "pass" : "**FAIL**"} |`
    )
  ].join("\n")

/**
 * Prints figures, keeps those of a whole run where the docs show them, and makes the program exit with 1 if a limit is
 * missed.
 */
export const report = (name: Section, figures: ReadonlyArray<Figure>, isWhole: boolean): void => {
  for (const { figure, limit, pass, what } of figures) {
    console.log(`  ${pass ? "ok  " : "FAIL"}  ${what}: ${figure}${limit === "" ? "" : ` (${limit})`}`)
  }
  if (isWhole) publish(name, markdownOf(figures))
  process.exitCode = figures.every(({ pass }) => pass) ? 0 : 1
}
