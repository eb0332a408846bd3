import { freePort } from "@embedded-super/program/freePorts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

const isThere = spawnSync("pgbouncer", ["--version"]).error === undefined

/** With PGBOUNCER_TESTS=required, as in `.ci/run`, tests that need PgBouncer fail without it; otherwise they are skipped. */
export const withPgBouncer = isThere || process.env["PGBOUNCER_TESTS"] === "required"
export const NEEDS_PGBOUNCER = withPgBouncer ? "" : " (no pgbouncer here: apt-get install -y pgbouncer)"

/** As root it has to run as another user. */
const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []

const isOpen = (port: number) =>
  Effect.callback<boolean>((resume) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("connect", () => {
      socket.destroy()
      resume(Effect.succeed(true))
    })
    socket.on("error", () => resume(Effect.succeed(false)))
  })

/** A PgBouncer with few sessions before the server of this address, while the scope is open. Returns its address. */
export const pgBouncer = Effect.fnUntraced(function* (
  server: Redacted.Redacted,
  settings: Readonly<Record<string, string>>
) {
  const { hostname, password, pathname, port: serverPort, username } = new URL(Redacted.value(server))
  const port = yield* Effect.promise(freePort)
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"))
      chmodSync(folder, 0o755)
      const file = join(folder, "pgbouncer.ini")
      const all = {
        listen_addr: "127.0.0.1",
        listen_port: port,
        unix_socket_dir: "",
        auth_type: "any",
        default_pool_size: 3,
        max_client_conn: 100,
        ...settings
      }
      const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
      const target = `host=${hostname} port=${serverPort} user=${username} password=${password}`
      writeFileSync(file, `[databases]\n* = ${target}\n[pgbouncer]\n${lines.join("\n")}\n`)
      const child = spawn("pgbouncer", [...user, file], { stdio: "ignore" })
      const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
      return { child, ended, folder }
    }),
    ({ child, ended, folder }) =>
      Effect.promise(async () => {
        child.kill("SIGTERM")
        await ended
        rmSync(folder, { recursive: true })
      })
  )
  yield* Effect.repeat(isOpen(port), { until: (open) => open })
  return `postgres://${username}:x@127.0.0.1:${port}${pathname}`
})
