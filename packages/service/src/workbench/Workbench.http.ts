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
import { mannered } from "@embedded-super/http-manners"
import { pageFiles } from "@embedded-super/pages/serve/answers"
import * as Layer from "effect/Layer"
import { FundClient } from "../funds/client/FundClient.ts"
import { EndpointSecrets } from "../webhooks/endpoints/EndpointSecrets.ts"
import { AgainLive } from "./again/AgainLive.ts"
import { ChecksLive } from "./checks/ChecksLive.ts"
import { guard } from "./guard.ts"
import { LeversLive } from "./levers/LeversLive.ts"
import { ChecksPages } from "./pages/Checks.http.ts"
import { FormsHttp } from "./pages/Forms.http.ts"
import { paths } from "./pages/frame.ts"
import { PagesHttp } from "./pages/Pages.http.ts"
import { Programs } from "./sources/Programs.ts"
import { Simulators } from "./sources/Simulators.ts"
import { WorkbenchStateLive } from "./state/WorkbenchStateLive.ts"
import { Stories } from "./story/Stories.ts"
import { StreamHttp } from "./time-line/Stream.http.ts"
import { WorkbenchApiHttp } from "./WorkbenchApi.http.ts"

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
