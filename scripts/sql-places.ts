/**
 * A step of `pnpm check`: SQL statements of the service are only in `*Repo.ts` and `*Ledger.ts` files.
 *
 * Why: to change a table, a developer must find each statement on it, and a statement inside a rule hides both.
 * Fragments without a verb (a table of columns, a condition) are allowed elsewhere. Migrations and `platform/database`
 * are the database's own folder; tests may read tables as needed.
 *
 * The trap: this reads text, not syntax. A statement is a string or template that begins with a verb of SQL in upper
 * case, or any call of `sql.unsafe`.
 */
import { globSync, readFileSync } from "node:fs"
import process from "node:process"
import { commandLine, noFlags } from "@embedded-super/program/commandLine"

const folder = "packages/service/src/"
const allowed = /(Repo|Ledger|\.test)\.ts$|\/migrations\/|^packages\/service\/src\/platform\/database\//

const verbs = "SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|TRUNCATE|LOCK TABLE|COPY|NOTIFY|LISTEN|SET"
const statement = new RegExp(`[\`"']\\s*(?:${verbs})\\s|\\bsql\\.unsafe\\(`, "g")
const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line)

/** The lines on which SQL statements begin, from 1. */
export const statementLines = (text: string): ReadonlyArray<number> => {
  const lines = text.split("\n")
  return [...text.matchAll(statement)]
    .map(({ index }) => text.slice(0, index).split("\n").length)
    .filter((line) => !isComment(lines[line - 1] ?? ""))
}

if (import.meta.main) {
  commandLine("sql-places: whether the service's SQL stands only in *Repo.ts and *Ledger.ts files", noFlags)
  const found = globSync(`${folder}**/*.ts`)
    .filter((file) => !allowed.test(file))
    .flatMap((file) => statementLines(readFileSync(file, "utf8")).map((line) => `${file}:${line}`))
  for (const place of found) console.log(`FAIL ${place}  a SQL statement`)
  if (found.length > 0)
    console.log("     Move it into the folder's *Repo.ts or *Ledger.ts, as a named function.")
  process.exitCode = found.length > 0 ? 1 : 0
}
