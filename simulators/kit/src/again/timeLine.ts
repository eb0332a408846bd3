import type * as S from "@embedded-super/contracts/schemas"
import type { Contract } from "@embedded-super/pages/content/contentOf"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type { Exchange } from "../log/callContent.ts"
import type { EventLog } from "../log/EventLog.ts"
import type { SimulatorAddress } from "../server/listen.ts"
import type { Passes } from "../server/Passes.ts"

/** The contract of the calls that others make here, and of those that are made from here; without one none is checked. */
export interface Contracts {
  readonly incoming: Contract
  readonly outgoing?: Contract
}

/** Headers of a call that are made anew before it is sent again, as a webhook's signature. */
export type SignedAnew = (
  exchange: Exchange,
  body: string | null
) => Effect.Effect<Readonly<Record<string, string>>>

export interface TimeLineOptions {
  readonly contracts: () => Promise<Contracts>
  /** No header is by default. */
  readonly signedAnew?: SignedAnew
}

/**
 * The detail of each entry, and sending its call again. Masks and contracts are loaded when they are first
 * needed: a simulator that only answers calls starts without them.
 */
export const timeLine = Effect.fnUntraced(function* ({ contracts, signedAnew }: TimeLineOptions) {
  const context = yield* Effect.context<EventLog | FileSystem.FileSystem | Passes | SimulatorAddress>()
  const parts = yield* Effect.cached(
    Effect.gen(function* () {
      const { makeDetail } = yield* Effect.promise(() => import("./detail.ts"))
      const { makeSendAgain } = yield* Effect.promise(() => import("./sendAgain.ts"))
      return {
        detailOf: yield* makeDetail(yield* Effect.promise(contracts)),
        sendAgain: yield* makeSendAgain(signedAnew)
      }
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
