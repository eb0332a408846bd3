import type * as S from "@embedded-super/contracts/schemas"
import type { SimulatorSeed } from "@embedded-super/contracts/schemas"
import { newest, type ReadPage, SimulatorClock, State, tableOf } from "@embedded-super/simulator-kit"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { lookupAbns } from "../magicValues.ts"

/** An employer of the example data. */
interface ExampleEmployer {
  readonly abn: string
  readonly employer_number: string | null
  readonly relationship: "current" | "former"
}

/** The employers that a fund knows from the start: two match with an employer number, one without. */
const magicValues: ReadonlyArray<ExampleEmployer> = [
  { abn: "80000000001", employer_number: "EMP-004512", relationship: "current" },
  { abn: "61000000002", employer_number: null, relationship: "current" },
  { abn: lookupAbns.matching_abn, employer_number: "EMP-004514", relationship: "current" }
]

/** The employers that each preset of `seedSimulator` adds. */
export const exampleEmployers: Readonly<Record<SimulatorSeed["preset"], ReadonlyArray<ExampleEmployer>>> = {
  magic_values: magicValues,
  demo: [
    ...magicValues,
    { abn: "51824753556", employer_number: "EMP-004513", relationship: "current" },
    { abn: "53004085616", employer_number: null, relationship: "current" },
    { abn: "18123456789", employer_number: "EMP-000007", relationship: "former" }
  ]
}

/** An entry, and the sequence number of its last change. */
interface KeptEntry {
  readonly seq: number
  readonly entry: S.EmployerBookEntry
}

interface Row extends S.EmployerBookEntry {
  readonly seq: number
}

const entryIn = ({ seq: _, ...entry }: Row): S.EmployerBookEntry => entry

const sinceTheBeginning = "2026-07-01T00:00:00Z" as S.Timestamp

/** The fund's own book of employers. It survives a kill -9. */
export class EmployerBook extends Context.Service<
  EmployerBook,
  {
    /** Returns the employer if this is its current default fund; a former one returns none. */
    readonly current: (abn: S.Abn) => Option.Option<S.EmployerBookEntry>
    readonly set: (abn: S.Abn, setting: S.EmployerBookEntrySetting) => S.EmployerBookEntry
    /** Adds the examples that aren't in the book yet. */
    readonly add: (examples: ReadonlyArray<ExampleEmployer>) => void
    /** Returns whether the entry existed. */
    readonly remove: (abn: S.Abn) => boolean
    /** Sorted by last change, newest first. */
    readonly list: ReadPage<KeptEntry>
    readonly all: () => ReadonlyArray<S.EmployerBookEntry>
    readonly size: () => number
  }
>()("@embedded-super/fund-simulator/EmployerBook") {
  static readonly layer = Layer.effect(
    EmployerBook,
    Effect.gen(function* () {
      const clock = yield* SimulatorClock
      const state = yield* State
      const employers = tableOf<Row>(state, "employers")
      const remove = state.query("DELETE FROM employers WHERE abn = ?")

      const put = (entry: S.EmployerBookEntry) => {
        employers.replace(entry)
        return entry
      }
      const putNew = (examples: ReadonlyArray<ExampleEmployer>, updated_at: S.Timestamp) => {
        for (const example of examples) {
          const known = employers.find("abn", example.abn)
          const isSame =
            known?.employer_number === example.employer_number && known.relationship === example.relationship
          if (!isSame) put({ ...example, updated_at } as S.EmployerBookEntry)
        }
      }
      state.keep({
        // AUTOINCREMENT: each change has a unique number, even after an entry was removed.
        tables: {
          employers: `seq INTEGER PRIMARY KEY AUTOINCREMENT, abn TEXT NOT NULL UNIQUE, employer_number TEXT,
            relationship TEXT NOT NULL, updated_at TEXT NOT NULL`
        },
        begin: () => putNew(exampleEmployers.magic_values, sinceTheBeginning)
      })

      const list: ReadPage<KeptEntry> = (before, limit) =>
        employers.page(before, limit).map((row) => ({ seq: row.seq, entry: entryIn(row) }))
      return {
        current: (abn) => {
          const row = employers.find("abn", abn)
          return row?.relationship === "current" ? Option.some(entryIn(row)) : Option.none()
        },
        set: (abn, { employer_number, relationship }) =>
          state.write(() =>
            put({ abn, employer_number: employer_number ?? null, relationship, updated_at: clock.now() })
          ),
        add: (examples) => state.write(() => putNew(examples, clock.now())),
        remove: (abn) => state.write(() => remove.run(abn).rows > 0),
        list,
        all: () => list(newest, -1).map(({ entry }) => entry),
        size: employers.size
      }
    })
  )
}
