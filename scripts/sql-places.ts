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
import { commandLine, noFlags } from "./support/commandLine.ts"

const folder = "packages/service/src/"
const allowed = /(Repo|Ledger|\.test)\.ts$|\/migrations\/|^packages\/service\/src\/platform\/database\//

/** Files that still break the rule. The list may only shrink: an entry without a statement fails the check as well. */
const notYet: ReadonlyArray<string> = []

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
  const found = new Map(
    globSync(`${folder}**/*.ts`)
      .filter((file) => !allowed.test(file))
      .map((file) => [file.slice(folder.length), statementLines(readFileSync(file, "utf8"))] as const)
      .filter(([, lines]) => lines.length > 0)
  )
  const broken = [...found].filter(([file]) => !notYet.includes(file))
  const done = notYet.filter((file) => !found.has(file))
  for (const [file, lines] of broken) {
    for (const line of lines) console.log(`FAIL ${folder}${file}:${line}  a SQL statement`)
  }
  if (broken.length > 0)
    console.log("     Move it into the folder's *Repo.ts or *Ledger.ts, as a named function.")
  for (const file of done) {
    console.log(`FAIL ${file} has no SQL left: remove it from the list in scripts/sql-places.ts.`)
  }
  if (notYet.length > 0) console.log(`${notYet.length} files still break the rule.`)
  process.exitCode = broken.length + done.length > 0 ? 1 : 0
}
