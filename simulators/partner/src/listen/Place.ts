import { CannotStart, DataFolder, replaceFile } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import type { FeedEvent } from "./EventSource.ts"

/**
 * The position in the feed: the last finished page (null before the first), and the events of the next page that were
 * forwarded.
 */
const Position = Schema.Struct({
  after: Schema.NullOr(Schema.String),
  handled: Schema.Array(Schema.String)
})
interface Position extends Schema.Schema.Type<typeof Position> {}

const PositionFile = Schema.fromJsonString(Position)

/** The stored position in the feed. It is in the data folder, and survives a kill -9. */
export interface Place {
  /** Undefined if no event was ever forwarded. */
  readonly position: () => Position | undefined
  readonly begin: (after: string | undefined) => Effect.Effect<void>
  /** Records that an event was forwarded, or given up. */
  readonly handled: (event: FeedEvent) => Effect.Effect<void>
  /** Records that all events of a page were handled; `after` is the cursor of the next page. */
  readonly turnPage: (after: string) => Effect.Effect<void>
}

const unreadable = (path: string) =>
  new CannotStart({ sentence: `${path} can't be read. Remove it; listen then starts with the next event.` })

/** Opens the position stored in the data folder. */
export const openPlace = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = (yield* DataFolder).file("place.json")
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const read = Effect.flatMap(fs.readFileString(path), Schema.decodeUnknownEffect(PositionFile))
  const isThere = yield* Effect.orDie(fs.exists(path))
  let kept = isThere ? yield* Effect.mapError(read, () => unreadable(path)) : undefined

  const keep = (position: Position) =>
    Effect.suspend(() => {
      kept = position
      return Effect.orDie(replaceFile(path, Schema.encodeSync(PositionFile)(position)))
    }).pipe(Effect.provide(context))

  const place: Place = {
    position: () => kept,
    begin: (after) => keep({ after: after ?? null, handled: [] }),
    handled: ({ webhook_id }) =>
      keep({ after: kept?.after ?? null, handled: [...(kept?.handled ?? []), webhook_id] }),
    turnPage: (after) => (after === kept?.after ? Effect.void : keep({ after, handled: [] }))
  }
  return place
})
