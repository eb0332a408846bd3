import { refusalOfForeign } from "@embedded-super/http-manners"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"

/**
 * Refuses requests that don't come from a program or a page of this machine. It is part of each route, so that no spelling of a
 * path avoids it.
 */
export const guard = HttpRouter.middleware(
  Effect.succeed((app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const refusal = refusalOfForeign(request)
      return refusal === undefined ? app : Effect.succeed(refusal)
    })
  )
).layer
