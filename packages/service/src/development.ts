import { serve, type ServerManners } from "@embedded-super/http-manners"
import * as Layer from "effect/Layer"
import { apis, SharedRoutes } from "./routes.ts"
import { withWorkbench, workbenchApi, WorkbenchHttp } from "./workbench/Workbench.http.ts"

/**
 * The server with `--dev`: the Workbench is at `/`, where the docs are otherwise. `serve` imports this file only then, so
 * that a service without it loads nothing of the Workbench.
 */
export const servedInDevelopment = (manners: ServerManners) =>
  serve(Layer.merge(SharedRoutes, WorkbenchHttp), [...apis, workbenchApi], withWorkbench(manners))
