import type * as S from "@embedded-super/contracts/schemas"
import type { ApiName } from "@embedded-super/workbench/content/verdictOf"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { EventLog } from "../log/EventLog.ts"
import type { Exchange } from "../log/Exchanges.ts"
import type { SimulatorAddress } from "../server/listen.ts"
import type { Passes } from "../server/Passes.ts"

/** Headers of a call that are made anew before it is sent again, as a webhook's signature. */
export type SignedAnew = (
  exchange: Exchange,
  body: string | null
) => Effect.Effect<Readonly<Record<string, string>>>

export interface TimeLineOptions {
  /** The contract of the calls that others make here. */
  readonly contract: ApiName
  /** No header is by default. */
  readonly signedAnew?: SignedAnew
}

/**
 * The detail of each entry, and sending its call again. Masks and contracts of all APIs are loaded when they are first
 * needed: a simulator that only answers calls starts without them.
 */
export const timeLine = Effect.fnUntraced(function* ({ contract, signedAnew }: TimeLineOptions) {
  const context = yield* Effect.context<EventLog | FileSystem.FileSystem | Passes | SimulatorAddress>()
  const parts = yield* Effect.cached(
    Effect.gen(function* () {
      const { makeDetail } = yield* Effect.promise(() => import("./detail.ts"))
      const { makeSendAgain } = yield* Effect.promise(() => import("./sendAgain.ts"))
      return { detailOf: yield* makeDetail(contract), sendAgain: yield* makeSendAgain(signedAnew) }
    }).pipe(Effect.provideContext(context))
  )
  return {
    detailOf: (seq: number) => Effect.flatMap(parts, ({ detailOf }) => detailOf(seq)),
    sendAgain: (seq: number, edited: string | undefined) =>
      Effect.flatMap(parts, ({ detailOf, sendAgain }) =>
        Effect.flatMap(detailOf(seq), (detail: S.TimelineEntryDetail) => sendAgain(detail, edited))
      )
  }
})
