import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import { HttpPlatform } from "effect/http/HttpPlatform"
import * as HttpRouter from "effect/http/HttpRouter"

const compress = HttpMiddleware.compression({ algorithms: ["br", "gzip"] })

/**
 * Compresses the answers of the routes that it is provided to, from 1 kB on. The trap: provide it only to an API whose
 * answers hold no secret that a page of another origin could have repeated (D-compressed-answers).
 */
export const compressed = HttpRouter.middleware(
  Effect.map(
    HttpPlatform,
    (platform) => (app) => Effect.provideService(compress(app), HttpPlatform, platform)
  )
).layer
