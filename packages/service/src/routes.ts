import { ServiceGroup } from "@embedded-super/contracts/partner-api"
import { mannered, type Mannered } from "@embedded-super/http-manners"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { HealthHttp } from "./platform/health/Health.http.ts"

class HealthApi extends HttpApi.make("partner-api")
  .add(ServiceGroup)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" }) {}

/** The APIs that this service speaks, with their manners. */
export const apis: ReadonlyArray<Mannered> = [mannered(HealthApi)]

/** Every route, with its handlers, over `Services`. */
export const Routes = HttpApiBuilder.layer(HealthApi).pipe(Layer.provide(HealthHttp))
