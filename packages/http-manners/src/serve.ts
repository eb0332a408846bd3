import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { layer } from "./layer.ts"
import type { Mannered, ServerManners } from "./Mannered.ts"
import { pathRules } from "./routes.ts"

/**
 * Serves routes with manners: `HttpRouter.serve`, with this package's paths, answers and access log.
 *
 * `app` registers the routes (`HttpApiBuilder.layer` with its groups); `apis` are the ones among them that are
 * answered for here.
 */
export const serve = <A, E, R>(
  app: Layer.Layer<A, E, R>,
  apis: ReadonlyArray<Mannered>,
  manners: ServerManners = {}
) =>
  // Built before the routes, so that it stands around whatever else they register.
  HttpRouter.serve(Layer.provide(app, layer(apis, manners)), {
    routerConfig: pathRules,
    disableLogger: true,
    disableListenLog: true
  })
