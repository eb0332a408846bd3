import { serve as serveMannered } from "@embedded-super/http-manners"
import { portFlag } from "@embedded-super/program/runMain"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { MasterKeyWatch } from "../platform/crypto/keyWatch.ts"
import { requireInstanceFile, requirePublicBaseUrl, Settings } from "../platform/config/Settings.ts"
import { NodeServer, requireFreePort } from "../platform/http-server/NodeServer.ts"
import { serverManners } from "../platform/http-server/manners.ts"
import { noteCalls } from "../platform/timeline/noteCalls.ts"
import { keepServiceAddress } from "../platform/outgoing/ServedDatabaseRepo.ts"
import { noteHold } from "../platform/outgoing/Outgoing.ts"
import { databaseCheck } from "../platform/operations/databaseReadiness.ts"
import { withOperations } from "../platform/operations/Operations.ts"
import { operationsFlag } from "../platform/operations/operationsSettings.ts"
import { Platform } from "../platform/Platform.ts"
import { Traces } from "../platform/telemetry/otlp.ts"
import { traceCalls } from "../platform/telemetry/traceCalls.ts"
import { apis, Routes } from "../routes.ts"
import { Services } from "../services.ts"
import { Health } from "../operations/Health.ts"
import { countAnswer } from "../platform/http-server/countAnswer.ts"
import { Workers } from "../workers.ts"
import { outgoingFlag, settingsOf } from "./root.ts"

const Http = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, dev, instance, timeouts } = yield* Settings
    const manners = countAnswer({
      ...serverManners(instance.docs_url),
      ...(yield* traceCalls(yield* noteCalls)),
      deadline: timeouts.request
    })
    const served = dev
      ? (yield* Effect.promise(() => import("../development.ts"))).servedInDevelopment(manners)
      : serveMannered(Routes, apis, manners)
    return Layer.effectDiscard(Effect.logInfo(`Serving ${baseUrl}`)).pipe(Layer.provideMerge(served))
  })
)

/** The port opens once the database responds; a request that arrives before the routes are ready gets 503. */
const app = (hasWorkers: boolean, operationsPort: Option.Option<number>) =>
  Layer.mergeAll(
    Http,
    hasWorkers ? Workers : Layer.empty,
    databaseCheck,
    Health,
    MasterKeyWatch,
    Layer.effectDiscard(keepServiceAddress),
    Layer.effectDiscard(noteHold)
  ).pipe(
    Layer.provide(NodeServer.layer),
    Layer.provide(Services),
    Layer.provide(Platform),
    Layer.provide(Traces),
    withOperations("serve", operationsPort)
  )

/** `serve`: HTTP and, unless `--no-worker`, the background work, until SIGTERM or SIGINT. */
export const serve = Command.make(
  "serve",
  {
    port: portFlag("port").pipe(Flag.withDescription("The port to listen on (PORT, 4000)"), Flag.optional),
    worker: Flag.Boolean("worker").pipe(
      Flag.withDescription("Also run the background work; --no-worker if other processes run it"),
      Flag.withDefault(true)
    ),
    operationsPort: operationsFlag,
    outgoing: outgoingFlag
  },
  ({ operationsPort, outgoing, port, worker }) =>
    requirePublicBaseUrl.pipe(
      Effect.andThen(requireInstanceFile),
      Effect.andThen(requireFreePort),
      Effect.andThen(Layer.launch(app(worker, operationsPort))),
      Effect.provide(settingsOf(worker ? "serve" : "serve-only", { port, outgoing }))
    )
).pipe(Command.withDescription("Serve the APIs and run the background work"))

const background = Layer.effectDiscard(Effect.logInfo("Working")).pipe(
  Layer.provideMerge(Workers),
  Layer.merge([Layer.effectDiscard(noteHold), databaseCheck, Health, MasterKeyWatch]),
  Layer.provide(Services),
  Layer.provide(Platform),
  Layer.provide(Traces)
)

/** `worker`: only the background work, beside any number of other processes over one database. */
export const worker = Command.make(
  "worker",
  { operationsPort: operationsFlag, outgoing: outgoingFlag },
  ({ operationsPort, outgoing }) =>
    requirePublicBaseUrl.pipe(
      Effect.andThen(requireInstanceFile),
      Effect.andThen(Layer.launch(withOperations("worker", operationsPort)(background))),
      Effect.provide(settingsOf("worker", { outgoing }))
    )
).pipe(Command.withDescription("Run only the background work"))
