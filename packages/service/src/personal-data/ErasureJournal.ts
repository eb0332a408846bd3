/**
 * The journal of erasures: a file outside of the database, with one line for each session that was erased on request. After
 * a restore to before an erasure, the person's data is in the database again; `admin restore erasures` reads the file and
 * erases it once more (D-erasure-journal).
 *
 * The line is written after the commit, because a line of an erasure that was rolled back would later erase
 * somebody's data. If the process dies in between, or the file can't be written, the line is missing: the log has it, too.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { appendFileSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Settings } from "../platform/config/Settings.ts"

/** A line of the journal: ids and a moment. */
export const Erasure = Schema.Struct({
  session: Schema.String.check(Schema.isUUID()),
  product: Schema.String.check(Schema.isUUID()),
  erased_at: Schema.String
})
export interface Erasure extends Schema.Schema.Type<typeof Erasure> {}

const encode = Schema.encodeEffect(Schema.fromJsonString(Erasure))

/** Adds a line to the journal; does nothing by default. Never fails. */
export const ErasureJournal = Context.Reference<(erasure: Erasure) => Effect.Effect<void>>(
  "@embedded-super/service/personal-data/ErasureJournal",
  { defaultValue: () => () => Effect.void }
)

/** Writes to the file that the settings name. Many processes may append to one file: a line is one write. */
export const erasureJournalLive = Layer.effect(
  ErasureJournal,
  Effect.map(
    Settings,
    ({ erasuresFile }) =>
      (erasure: Erasure) =>
        Effect.gen(function* () {
          yield* Effect.logInfo("Personal data was erased on request").pipe(
            Effect.annotateLogs({ ...erasure })
          )
          const line = yield* Effect.orDie(encode(erasure))
          yield* Effect.try({
            try: () => {
              mkdirSync(dirname(erasuresFile), { recursive: true, mode: 0o700 })
              appendFileSync(erasuresFile, `${line}\n`, { mode: 0o600, flush: true })
            },
            catch: () => "unwritable" as const
          })
        }).pipe(
          Effect.catch(() =>
            Effect.logError(
              "The journal of erasures can't be written. Add the line by hand, and correct ERASURES_FILE"
            ).pipe(Effect.annotateLogs({ ...erasure, file: erasuresFile }))
          )
        )
  )
)
