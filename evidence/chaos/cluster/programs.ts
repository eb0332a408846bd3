import { startCommand } from "@embedded-super/program/startProgram"
import { inScope } from "@embedded-super/program/testing/inScope"
import * as Effect from "effect/Effect"
import { execFileSync, spawnSync } from "node:child_process"
import process from "node:process"

const needed = ["patroni", "etcd", "haproxy", "pgbouncer", "openssl"]
const lacking = needed.filter((name) => spawnSync(name, ["--version"]).error !== undefined)

/** Why there can be no cluster here; undefined if there can be one. */
export const lacksCluster =
  lacking.length === 0
    ? undefined
    : `no ${lacking.join(", ")}: apt-get install -y postgresql patroni etcd-server python3-etcd haproxy pgbouncer`

/** PostgreSQL and PgBouncer refuse to run as root; Debian's packages bring this user. */
const USER = "postgres"
const isRoot = process.getuid?.() === 0

/** Gives files to the user of the database's programs. */
export const giveToDatabase = (...files: ReadonlyArray<string>): void => {
  if (isRoot) execFileSync("chown", [USER, ...files])
}

/** A program of the database's side as its own user. */
const asDatabase = (command: string, args: ReadonlyArray<string>) => {
  if (!isRoot) return [command, args] as const
  const user = ["--reuid", USER, "--regid", USER, "--init-groups", "--reset-env"]
  // Debian has servers where a user doesn't look.
  return ["setpriv", [...user, "env", "PATH=/usr/sbin:/usr/bin", command, ...args]] as const
}

/** Starts it; it stops when the scope closes. */
export const startAsDatabase = (command: string, args: ReadonlyArray<string>) =>
  inScope(() => startCommand(...asDatabase(command, args)))

/** Runs it to its end; throws if it fails. */
export const runAsDatabase = (command: string, args: ReadonlyArray<string>): void => {
  const [file, all] = asDatabase(command, args)
  execFileSync(file, all, { stdio: ["ignore", "ignore", "pipe"], cwd: "/" })
}

/** Any other one. */
export const startBeside = (command: string, args: ReadonlyArray<string>) =>
  inScope(() => startCommand(command, args))

/** Ends a process and all that it started at once, as a power cut would. */
export const killTree = (pid: number): Effect.Effect<void> =>
  Effect.sync(() => {
    const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    const pids = [pid, ...children.stdout.trim().split(/\s+/).filter(Boolean).map(Number)]
    for (const each of pids) {
      try {
        process.kill(each, "SIGKILL")
      } catch {
        // It has ended by itself.
      }
    }
  })
