import { problemTypeIn, type ServerManners } from "@embedded-super/http-manners"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import { HttpPlatform } from "effect/http/HttpPlatform"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { isDatabaseAway } from "../database/databaseAway.ts"
import { withDocsAt } from "../published/sharedDocument.ts"
import { CurrentCall } from "../timeline/noteCalls.ts"
import { Timeline } from "../timeline/Timeline.ts"

/** The behaviour of this service's HTTP server for every request; its problems lead to the docs at this address. */
export const serverManners = (docsUrl: string): ServerManners => ({
  problemType: problemTypeIn(docsUrl),
  linkAt: (link) => withDocsAt(link, docsUrl),
  pages: ["/", "/openapi.json", "/asyncapi.json", "/docs", "/docs/*", "/about", "/about/*", "/embed/v1/*"],
  isProbe: (path) => path.startsWith("/health/"),
  unavailable: (error) => (isDatabaseAway(error) ? Duration.seconds(5) : undefined)
})

const compress = HttpMiddleware.compression({ algorithms: ["br", "gzip"] })

/** Keeps the answer as it is before compression, for the time line. */
const keepPlain = <E, R>(app: Effect.Effect<HttpServerResponse, E, R>) =>
  Effect.flatMap(CurrentCall, (call) =>
    Effect.tap(app, (response) =>
      Effect.sync(() => {
        if (call !== undefined) call.plain = response
      })
    )
  )

/**
 * Compresses the answers of the routes that it is provided to, from 1 kB on. The trap: provide it only to an API whose
 * answers hold no secret that a page of another origin could have repeated (D-compressed-answers).
 */
export const compressed = HttpRouter.middleware(
  Effect.gen(function* () {
    const platform = yield* HttpPlatform
    const { isOn } = yield* Timeline
    return (app) => Effect.provideService(compress(isOn ? keepPlain(app) : app), HttpPlatform, platform)
  })
).layer
