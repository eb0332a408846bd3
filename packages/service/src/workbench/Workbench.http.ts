/**
 * The Workbench (D-workbench): its API, its pages and its stream, with `--dev` only. `WorkbenchApi.http` answers
 * the API over services of this folder: `Levers`, `Again`, `WorkbenchState`, `Checks`, `story/Stories`; `sources` knows the
 * simulators, which write into the same time line; `pages` shows all of it to people.
 *
 * Why `guard` on each route, and not on paths: a path has many spellings, a route is one place.
 *
 * The trap: nothing here may need `--dev` to be safe to import. `serve` adds these routes only with `--dev`, and `/` is
 * the docs' otherwise.
 */

import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import { mannered, refusalOfForeign, type ServerManners } from "@embedded-super/http-manners"
import { pageFiles } from "@embedded-super/pages/serve/answers"
import * as Layer from "effect/Layer"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { FundClient } from "../funds/client/FundClient.ts"
import { EndpointSecrets } from "../webhooks/endpoints/EndpointSecrets.ts"
import { FormsHttp } from "./pages/Forms.http.ts"
import { paths, isOfWorkbench, workbenchPages } from "./pages/frame.ts"
import { ChecksPages, PagesHttp } from "./pages/Pages.http.ts"
import { Programs } from "./sources/Programs.ts"
import { Simulators } from "./sources/Simulators.ts"
import { Stories } from "./story/Stories.ts"
import { StreamHttp } from "./time-line/Stream.http.ts"
import { WorkbenchApiHttp } from "./WorkbenchApi.http.ts"
import { AgainLive } from "./again/Again.ts"
import { ChecksLive } from "./checks/Checks.ts"
import { LeversLive } from "./levers/Levers.ts"
import { WorkbenchStateLive } from "./state/WorkbenchState.ts"

/**
 * Refuses requests that don't come from a program or a page of this machine. It is part of each route, so that no spelling of a
 * path avoids it.
 */
const guard = HttpRouter.middleware(
  Effect.succeed((app) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const refusal = refusalOfForeign(request)
      return refusal === undefined ? app : Effect.succeed(refusal)
    })
  )
).layer

/** The Workbench API, with its HTTP behaviour. */
export const workbenchApi = mannered(WorkbenchApi)

/** With the keys, because a call that is sent again is signed and authorised anew. */
const AgainWithKeys = AgainLive.pipe(Layer.provide([EndpointSecrets.layer, FundClient.layer]))

/** Every route of the Workbench, behind the guard. */
export const WorkbenchRoutes = Layer.mergeAll(
  WorkbenchApiHttp,
  PagesHttp,
  FormsHttp,
  ChecksPages,
  pageFiles(paths.files),
  StreamHttp
).pipe(Layer.provide(guard))

/** The routes with their services, over `Services`. */
export const WorkbenchHttp = WorkbenchRoutes.pipe(
  Layer.provide(Stories.layer),
  Layer.provide([AgainWithKeys, LeversLive, ChecksLive, Programs.layer, WorkbenchStateLive]),
  Layer.provide(Simulators.layer)
)

/** The server's behaviour with the Workbench: its pages are known, and its answers are neither logged nor noted. */
export const withWorkbench = (manners: ServerManners): ServerManners => ({
  ...manners,
  pages: [...(manners.pages ?? []), ...workbenchPages],
  isQuiet: isOfWorkbench
})
