import * as S from "@embedded-super/contracts/schemas"
import {
  type CannotStart,
  type DataFolder,
  makeDurableState,
  SimulatorClock
} from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"

const Received = Schema.Struct({
  received: S.ReceivedEmployerDetails,
  idempotencyKey: Schema.NullOr(Schema.String)
})

const Kept = Schema.Array(Received)

/** What employers told at confirmation, as the fund received it. It survives a kill -9. */
export class ReceivedDetails extends Context.Service<
  ReceivedDetails,
  {
    /** Keeps it; a repeat with the same Idempotency-Key is kept once. */
    readonly keep: (
      details: S.EmployerDetailsRequest,
      idempotencyKey: S.IdempotencyKey | undefined
    ) => Effect.Effect<void>
    /** Keeps what a file held, all of it at once; a file that was kept before adds nothing. */
    readonly keepFile: (
      rows: ReadonlyArray<S.EmployerDetailsRequest>,
      fileName: S.DetailsFileName
    ) => Effect.Effect<void>
    /** The names of the files that were kept. */
    readonly files: Effect.Effect<ReadonlySet<string>>
    /** The newest first, numbered in the order of receipt. */
    readonly list: Effect.Effect<
      ReadonlyArray<{ readonly seq: number; readonly received: S.ReceivedEmployerDetails }>
    >
    readonly size: Effect.Effect<number>
  }
>()("@embedded-super/fund-simulator/ReceivedDetails") {
  static readonly layer: Layer.Layer<
    ReceivedDetails,
    CannotStart,
    DataFolder | SimulatorClock | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    ReceivedDetails,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const kept = yield* makeDurableState({
        name: "employer-details",
        state: Kept,
        event: Received,
        initial: () => [],
        apply: (all, received) => [...all, received]
      })
      return {
        keep: Effect.fn("ReceivedDetails.keep")(function* (details, key) {
          const received_at = yield* clock.timestamp
          yield* kept.transact((all) => ({
            events:
              key !== undefined && all.some(({ idempotencyKey }) => idempotencyKey === key)
                ? []
                : [{ received: { received_at, details }, idempotencyKey: key ?? null }],
            answer: undefined
          }))
        }),
        keepFile: Effect.fn("ReceivedDetails.keepFile")(function* (rows, file_name) {
          const received_at = yield* clock.timestamp
          yield* kept.transact((all) => ({
            events: all.some(({ received }) => received.file_name === file_name)
              ? []
              : rows.map((details) => ({
                  received: { received_at, file_name, details },
                  idempotencyKey: null
                })),
            answer: undefined
          }))
        }),
        files: Effect.map(
          kept.get,
          (all) =>
            new Set(
              all.flatMap(({ received: { file_name } }) => (file_name === undefined ? [] : [file_name]))
            )
        ),
        list: Effect.map(kept.get, (all) =>
          all.map(({ received }, index) => ({ seq: index + 1, received })).toReversed()
        ),
        size: Effect.map(kept.get, (all) => all.length)
      }
    })
  )
}
