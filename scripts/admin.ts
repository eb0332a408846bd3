/**
 * `pnpm admin`: the operator's commands of the service. Without DATABASE_URL they use the database and the master key
 * that `start` created in the data folder: beside a running `start`, or on a server that this script starts and stops.
 * That database belongs to development, as `start` itself does, so these commands then run with `--dev`.
 */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { embeddedPostgres } from "@embedded-super/program/postgres/EmbeddedPostgres"
import { runMain } from "@embedded-super/program/runMain"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { DEFAULT_KEY_FILE } from "@embedded-super/service/master-key"
import { folderOf, givenUrl } from "./start/database.ts"

const SERVICE = join(projectRoot, "packages/service/src/main.ts")
const args = process.argv.slice(2)

/** The data folder of the command line, wherever the flag is in it, by the service's own rules. */
const dataDir = (): string => {
  const flag = args.findLastIndex((arg) => arg === "--data-dir" || arg.startsWith("--data-dir="))
  const text = args[flag] === "--data-dir" ? args[flag + 1] : args[flag]?.slice("--data-dir=".length)
  return resolve(projectRoot, text || process.env["DATA_DIR"] || ".data")
}

/** Runs the command in a separate process; returns its exit code. */
const command = (typed: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
  Effect.callback<number>((resume) => {
    const child = spawn(process.execPath, [SERVICE, "admin", ...typed], {
      stdio: "inherit",
      env: { ...process.env, ...env }
    })
    child.once("close", (code) => resume(Effect.succeed(code ?? 1)))
    return Effect.callback<void>((stopped) => {
      child.once("close", () => stopped(Effect.void))
      child.kill("SIGTERM")
    })
  })

const folder = folderOf(dataDir())
const asksForHelp = args.length === 0 || args.includes("--help") || args.includes("-h")
// Without a database from `start`, the service itself reports that it has none.
const needsNone =
  givenUrl !== undefined ||
  process.env["DATABASE_URL_FILE"] !== undefined ||
  asksForHelp ||
  !existsSync(join(folder, "password"))

const onEmbedded = Effect.scoped(
  Effect.flatMap(embeddedPostgres({ folder }), ({ url }) =>
    command(["--dev", ...args.filter((arg) => arg !== "--dev")], {
      DATABASE_URL: Redacted.value(url),
      MASTER_KEY_FILE: process.env["MASTER_KEY_FILE"] || DEFAULT_KEY_FILE
    })
  )
)

const program = needsNone ? command(args.length === 0 ? ["--help"] : args) : onEmbedded
runMain(
  program.pipe(
    Effect.tap((code) => Effect.sync(() => (process.exitCode = code))),
    Effect.tapErrorTag("DatabaseProblem", (error) => Console.error(error.message)),
    Effect.provideService(References.MinimumLogLevel, "Warn")
  )
)
