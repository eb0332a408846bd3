import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import { answerClientErrors, type Mannered, problemTypeIn, serve } from "@embedded-super/http-manners"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Etag from "effect/http/Etag"
import type { HttpPlatform } from "effect/http/HttpPlatform"
import type * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { createServer } from "node:http"
import { CannotRun } from "../../cli/CannotRun.ts"
import type { Callbacks } from "./Callbacks.ts"

export interface PlayedServer {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly callbacks: Callbacks
  /** Where the docs are that problems lead to. */
  readonly docsUrl: string
  readonly apis: ReadonlyArray<Mannered>
  readonly routes: Layer.Layer<
    never,
    never,
    HttpRouter.HttpRouter | HttpPlatform | Etag.Generator | NodeServices.NodeServices
  >
}

/** Serves until the scope closes; returns the port. Every call is noted, those of unknown paths included. */
export const playServer = ({ apis, callbacks, docsUrl, host, port, routes }: PlayedServer) =>
  Effect.gen(function* () {
    const server = createServer()
    // A connection that the receiver opened and never used would keep the program for seconds. It runs last.
    yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
    const context = yield* Layer.build(
      serve(routes, apis, {
        accessLog: false,
        around: callbacks.around,
        onAnswer: callbacks.onAnswer,
        problemType: problemTypeIn(docsUrl)
      }).pipe(
        Layer.provideMerge(
          NodeHttpServer.layer(() => answerClientErrors(server), {
            port,
            host,
            gracefulShutdownTimeout: "100 millis"
          })
        )
      )
    ).pipe(
      Effect.catchTag("ServeError", () =>
        Effect.fail(
          new CannotRun({
            reason: "usage",
            sentence: `Port ${port} of ${host} can't be used. Stop what uses it, or change the port of service_url.`
          })
        )
      )
    )
    const { address } = Context.get(context, HttpServer.HttpServer)
    return "port" in address ? address.port : port
  })
