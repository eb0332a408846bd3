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
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Schema from "effect/Schema"
import { type ExampleEmployer, exampleEmployers } from "./exampleEmployers.ts"

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

const entryOf = (example: ExampleEmployer, updated_at: string) =>
  ({ ...example, updated_at }) as S.EmployerBookEntry

const isAsIn = (example: ExampleEmployer, { entries }: Book): boolean =>
  Option.exists(
    HashMap.get(entries, example.abn as S.Abn),
    ({ entry }) =>
      entry.employer_number === example.employer_number && entry.relationship === example.relationship
  )

const firstEntries = exampleEmployers.magic_values.map((example) => entryOf(example, sinceTheBeginning))

const firstBook = firstEntries.reduce((book, entry) => apply(book, { _tag: "Set", entry }), {
  changes: 0,
  entries: HashMap.empty()
} as Book)

/** The fund's own book of employers. It survives a kill -9. */
export class EmployerBook extends Context.Service<
  EmployerBook,
  {
    /** The employer whose default fund this is now; a former one is none. */
    readonly current: (abn: S.Abn) => Option.Option<S.EmployerBookEntry>
    readonly set: (abn: S.Abn, setting: S.EmployerBookEntrySetting) => Effect.Effect<S.EmployerBookEntry>
    /** Adds what isn't there as it is here. */
    readonly add: (examples: ReadonlyArray<ExampleEmployer>) => Effect.Effect<void>
    /** Tells whether it was there. */
    readonly remove: (abn: S.Abn) => Effect.Effect<boolean>
    /** The last changed first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptEntry>>
    readonly size: Effect.Effect<number>
  }
>()("@embedded-super/fund-simulator/EmployerBook") {
  static readonly layer: Layer.Layer<
    EmployerBook,
    CannotStart,
    DataFolder | SimulatorClock | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    EmployerBook,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const book = yield* makeDurableState({
        name: "employers",
        state: Book,
        event: BookEvent,
        initial: () => firstBook,
        apply
      })
      return {
        current: (abn) =>
          HashMap.get(book.peek().entries, abn).pipe(
            Option.map(({ entry }) => entry),
            Option.filter(({ relationship }) => relationship === "current")
          ),
        set: Effect.fn("EmployerBook.set")(function* (abn, { employer_number, relationship }) {
          const updated_at = yield* clock.timestamp
          const entry = { abn, employer_number: employer_number ?? null, relationship, updated_at }
          return yield* book.transact(() => ({ events: [{ _tag: "Set", entry }], answer: entry }))
        }),
        add: Effect.fn("EmployerBook.add")(function* (examples) {
          const updated_at = yield* clock.timestamp
          yield* book.transact((state) => ({
            events: examples
              .filter((example) => !isAsIn(example, state))
              .map((example) => ({ _tag: "Set" as const, entry: entryOf(example, updated_at) })),
            answer: undefined
          }))
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
        size: Effect.map(book.get, ({ entries }) => HashMap.size(entries))
      }
    })
  )
}
