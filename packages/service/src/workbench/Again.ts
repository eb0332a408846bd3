import type {
  NotFound,
  NotSendable,
  ServiceUnavailable,
  ValidationFailed
} from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Sends the call of an entry again, and compares both answers. */
export class Again extends Context.Service<
  Again,
  {
    /** Whether the call of an entry can be sent again, and edited; and why not. */
    readonly offerFor: (entry: S.TimelineEntry) => Effect.Effect<S.AgainOffer>
    readonly send: (
      seq: number,
      body: string | undefined
    ) => Effect.Effect<S.AgainOutcome, NotFound | NotSendable | ServiceUnavailable | ValidationFailed>
  }
>()("@embedded-super/service/workbench/Again") {}
