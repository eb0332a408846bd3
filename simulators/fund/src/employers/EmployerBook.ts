import * as S from "@embedded-super/contracts/schemas"
import { type CannotStart, type DataFolder, makeDurableState } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { firstEmployers } from "../funds.ts"

/** An entry, and when in the order of changes it was last changed. */
const KeptEntry = Schema.Struct({ seq: Schema.Int, entry: S.EmployerBookEntry })
export interface KeptEntry extends Schema.Schema.Type<typeof KeptEntry> {}

const BookEvent = Schema.TaggedUnion({
  Set: { entry: S.EmployerBookEntry },
  Removed: { abn: S.Abn }
})
type BookEvent = typeof BookEvent.Type

const Book = Schema.Struct({ changes: Schema.Int, entries: Schema.HashMap(S.Abn, KeptEntry) })
type Book = typeof Book.Type

const apply = ({ changes, entries }: Book, event: BookEvent): Book => {
  const seq = changes + 1
  return {
    changes: seq,
    entries:
      event._tag === "Set"
        ? HashMap.set(entries, event.entry.abn, { seq, entry: event.entry })
        : HashMap.remove(entries, event.abn)
  }
}

const sinceTheBeginning = "2026-07-01T00:00:00Z"

const firstEntries = firstEmployers.map(({ abn, employer_number }): S.EmployerBookEntry => ({
  abn: abn as S.Abn,
  employer_number: employer_number as S.EmployerNumber | null,
  relationship: "current",
  updated_at: sinceTheBeginning as S.Timestamp
}))

const firstBook = firstEntries.reduce((book, entry) => apply(book, { _tag: "Set", entry }), {
  changes: 0,
  entries: HashMap.empty()
} as Book)

/** The fund's own book of employers. It survives a kill -9. */
export class EmployerBook extends Context.Service<
  EmployerBook,
  {
    /** The employer whose default fund this is now; a former one is none. */
    readonly current: (abn: S.Abn) => Effect.Effect<Option.Option<S.EmployerBookEntry>>
    readonly set: (abn: S.Abn, setting: S.EmployerBookEntrySetting) => Effect.Effect<S.EmployerBookEntry>
    /** Tells whether it was there. */
    readonly remove: (abn: S.Abn) => Effect.Effect<boolean>
    /** The last changed first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptEntry>>
    readonly size: Effect.Effect<number>
    readonly reset: Effect.Effect<void>
  }
>()("@embedded-super/fund-simulator/EmployerBook") {
  static readonly layer: Layer.Layer<
    EmployerBook,
    CannotStart,
    DataFolder | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    EmployerBook,
    Effect.gen(function* () {
      const book = yield* makeDurableState({
        name: "employers",
        state: Book,
        event: BookEvent,
        initial: firstBook,
        apply
      })
      return {
        current: (abn) =>
          Effect.map(book.get, ({ entries }) =>
            HashMap.get(entries, abn).pipe(
              Option.map(({ entry }) => entry),
              Option.filter(({ relationship }) => relationship === "current")
            )
          ),
        set: Effect.fn("EmployerBook.set")(function* (abn, { employer_number, relationship }) {
          const updated_at = DateTime.formatIso(yield* DateTime.now) as S.Timestamp
          const entry = { abn, employer_number: employer_number ?? null, relationship, updated_at }
          return yield* book.transact(() => ({ events: [{ _tag: "Set", entry }], answer: entry }))
        }),
        remove: (abn) =>
          book.transact(({ entries }) =>
            HashMap.has(entries, abn)
              ? { events: [{ _tag: "Removed", abn }], answer: true }
              : { events: [], answer: false }
          ),
        list: Effect.map(book.get, ({ entries }) =>
          HashMap.toValues(entries).toSorted((one, other) => other.seq - one.seq)
        ),
        size: Effect.map(book.get, ({ entries }) => HashMap.size(entries)),
        reset: book.reset
      }
    })
  )
}
