import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { layer } from "./layer.ts"
import type { Mannered, ServerManners } from "./Mannered.ts"
import { pathRules } from "./routes.ts"

/** The requirements of the routes: their own services, at start and in each request, without the router. */
export type Needs<R> = Exclude<
  | HttpRouter.Request.Without<R>
  | Exclude<
      HttpRouter.Request.Only<"Requires", R> | HttpRouter.Request.Only<"GlobalRequires", R>,
      HttpRouter.GlobalProvided
    >,
  HttpRouter.HttpRouter
>

/** More than a request adds to its context: the server, the router, these rules and security add about twenty services. */
const ADDED = 32

/**
 * The same server, for programs of many services. By default, Effect copies a context's whole map with each ninth service
 * that is added to it, so each request would copy all of the program's services twice.
 */
const withRoom = ({ address, serve: start }: HttpServer.HttpServer["Service"]) =>
  HttpServer.make({
    address,
    serve: (app, middleware) =>
      Effect.updateContext(
        middleware === undefined ? start(app) : start(app, middleware),
        (context: Context.Context<never>) => Context.makeUnsafe<any>(context.mapUnsafe, { maxDepth: ADDED })
      )
  })

/**
 * Serves routes with this package's paths, answers and access log; wraps `HttpRouter.serve`.
 *
 * `app` registers the routes (`HttpApiBuilder.layer` with its groups); `apis` are those of them that this package
 * handles.
 */
export const serve = <A, E, R>(
  app: Layer.Layer<A, E, R>,
  apis: ReadonlyArray<Mannered>,
  manners: ServerManners = {}
): Layer.Layer<A, HttpRouter.Request.Without<E>, HttpServer.HttpServer | Needs<R>> =>
  // Built before the routes, so that it wraps everything they register.
  HttpRouter.serve(Layer.provide(app, layer(apis, manners)), {
    routerConfig: pathRules,
    disableLogger: true,
    disableListenLog: true
  }).pipe(Layer.updateService(HttpServer.HttpServer, withRoom)) as Layer.Layer<
    A,
    HttpRouter.Request.Without<E>,
    HttpServer.HttpServer | Needs<R>
  >
