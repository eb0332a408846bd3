import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Context from "effect/Context"
import type { Thing } from "./Timeline.ts"

/** The time line's data about a call to the service, set by the parts that handle the call. */
export interface Call {
  /** Who made it, once it is authenticated: a partner, a product, or a person in an embed of a product. */
  caller?: {
    readonly who: "partner" | "product" | "employee" | "employer"
    readonly partnerId?: string
    readonly productId?: string
    readonly about: ReadonlyArray<Thing>
  }
  /** The answer before it was compressed. */
  plain?: HttpServerResponse
}

/** The call that this fibre handles; undefined if it handles none, or if the time line is off. */
export const CurrentCall = Context.Reference<Call | undefined>(
  "@embedded-super/service/platform/timeline/CurrentCall",
  { defaultValue: () => undefined }
)
