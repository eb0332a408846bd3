/**
 * The database's record of its migrations: each name, with the digest of its file (D-migrations). Every program compares it
 * with its own files when it starts; `migrate` alone adds to it (D-migrate-alone).
 *
 * The trap: nothing here may write, because the role that runs the service may not create tables.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { OperatorError } from "../OperatorError.ts"
import { type Schema, schema } from "./migrations/index.ts"

export const listed = (names: ReadonlyArray<string>) => [...new Set(names)].toSorted().join(", ")

export const KEEP =
  "Nothing was changed. Run the version that made the database, or point DATABASE_URL at an empty one " +
  "(`start --clean` makes one, and removes what `start` kept)."

const newer = (names: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The database was migrated by a newer version of this program, which this one can't work beside (it has ${listed(names)}).`,
    remedy: "Run that version, or point DATABASE_URL at another database."
  })

const earlier = (names: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The database was made by an earlier preview, whose migrations were other files (it has ${listed(names)}).`,
    remedy: KEEP
  })

const changedSince = (names: ReadonlyArray<string>) =>
  new OperatorError({
    problem: `The database was made by another file than this program's ${listed(names)}: their digests differ.`,
    remedy:
      "Nothing was changed. Run the version that last migrated the database, or a later release. If you changed the " +
      "file, restore it: a migration never changes once it is merged, and a change of the schema is a new file."
  })

const lacks = (missing: readonly [string, ...ReadonlyArray<string>]) =>
  new OperatorError({
    problem: `The database lacks ${missing.length} migration${missing.length === 1 ? "" : "s"} of this version (first: ${missing[0]}).`,
    remedy: "Run `migrate` with the role that owns the database; `start` does so by itself."
  })

/** Why the role of `DATABASE_URL` can't read what `migrate` made: the server's own words. */
export const unreadable = (why: string) =>
  new OperatorError({
    problem: `The service's tables can't be read (${why}).`,
    remedy:
      "If this role may not use them, the role that owns them gives it that: `migrate --grant-to` and its name."
  })

export const isSome = <A>(list: ReadonlyArray<A>): list is readonly [A, ...ReadonlyArray<A>] =>
  list.length > 0

/**
 * Which tables of the record there are. The trap: PostgreSQL finds no table in a schema that the role may not use, as if it weren't
 * there; and then `migrate` isn't what helps.
 */
const recordTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ digests: boolean; names: boolean; closed: string | null }>`
    SELECT to_regclass('migration_digests') IS NOT NULL AS digests, to_regclass('migrations') IS NOT NULL AS names,
      (SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relname = 'migration_digests' AND NOT has_schema_privilege(n.oid, 'USAGE')
          AND n.nspname = ANY (regexp_split_to_array(current_setting('search_path'), '[", ]+')) LIMIT 1) AS closed`
  const closed = found?.closed ?? null
  if (found?.digests !== true && closed !== null)
    return yield* unreadable(`permission denied for schema ${closed}`)
  return { digests: found?.digests === true, names: found?.names === true }
})

interface Applied {
  readonly name: string
  readonly digest: string
  readonly expands: boolean
}

const namesOf = (rows: ReadonlyArray<Applied>) => rows.map(({ name }) => name)

/** The migrations of a database beside those of this program. */
const compared = (known: Schema, rows: ReadonlyArray<Applied>) => {
  const unknown = rows.filter(({ name }) => !(name in known.migrations))
  return {
    unknown: namesOf(unknown),
    /** Those of the unknown ones that this program can't work beside. */
    barring: namesOf(unknown.filter(({ expands }) => !expands)),
    /** Those that were other files than this program's. */
    changed: namesOf(rows.filter(({ digest, name }) => digest !== (known.digests[name] ?? digest)))
  }
}

const recorded = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<Applied>`SELECT name, digest, expands FROM migration_digests ORDER BY name`
)

/** The schema of the database beside the one that this program knows. It refuses nothing: an operator asks. */
export const schemaBeside = Effect.fn("Database.schemaBeside")(function* (known: Schema = schema) {
  const rows = (yield* recordTables).digests ? yield* recorded : []
  const applied = new Set(namesOf(rows))
  return {
    newest: rows.at(-1)?.name ?? null,
    due: Object.keys(known.migrations)
      .toSorted()
      .filter((name) => !applied.has(name)),
    ...compared(known, rows)
  }
})

/** Reads the record. Fails if it isn't one of this program's files, or of a newer version that only adds to them. */
export const readLedger = Effect.fn("Database.readLedger")(function* (known: Schema) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* recordTables
  const rows = found.digests ? yield* recorded : []
  const before =
    rows.length === 0 && found.names
      ? (yield* sql<{ name: string }>`SELECT name FROM migrations`).map(({ name }) => name)
      : []

  const unknownBefore = before.filter((name) => !(name in known.migrations))
  if (isSome(unknownBefore)) return yield* earlier(unknownBefore)
  const { barring, changed } = compared(known, rows)
  if (isSome(barring)) return yield* newer(barring)
  if (isSome(changed)) return yield* changedSince(changed)

  const applied = new Set(namesOf(rows))
  return {
    /** Applied by a version that stored no digests, and not compared yet. */
    before,
    /** In the order in which they are applied. */
    missing: Object.keys(known.migrations)
      .filter((name) => !applied.has(name))
      .toSorted()
  }
})

/** Refuses a database that lacks a migration of this program, or whose migrations this program can't work beside. */
export const requireMigrated = Effect.fn("Database.requireMigrated")(function* (known: Schema = schema) {
  const { missing } = yield* readLedger(known)
  if (isSome(missing)) return yield* lacks(missing)
})

/** A migration that the database lacks. */
export interface Due {
  readonly name: string
  /** Whether the version before can't work beside it. */
  readonly takesAway: boolean
  /** Whether it runs while others write, for as long as it takes. */
  readonly isOutside: boolean
}

/** What `migrate` would do, without doing it. */
export const migrationsDue = Effect.fn("Database.migrationsDue")(function* (known: Schema = schema) {
  const { before, missing } = yield* readLedger(known)
  return missing
    .filter((name) => !before.includes(name))
    .map((name): Due => ({
      name,
      takesAway: known.contracting.includes(name),
      isOutside: known.outside.includes(name)
    }))
})
