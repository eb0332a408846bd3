import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServer } from "effect/http/HttpServer"
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
): Layer.Layer<A, HttpRouter.Request.Without<E>, HttpServer | Needs<R>> =>
  // Built before the routes, so that it wraps everything they register.
  HttpRouter.serve(Layer.provide(app, layer(apis, manners)), {
    routerConfig: pathRules,
    disableLogger: true,
    disableListenLog: true
  }) as Layer.Layer<A, HttpRouter.Request.Without<E>, HttpServer | Needs<R>>
