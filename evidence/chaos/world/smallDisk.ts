/**
 * A file system in memory that holds nothing but a database's data folder, so that it can be filled up without harm to the
 * machine. The server's log, lock and password stay beside it.
 *
 * The trap: PostgreSQL reuses old segments of its write-ahead log, so tables can't grow at once, and the log only fills up
 * later: then the server panics, and can't start before there is space again.
 */
import { embeddedPostgres } from "@embedded-super/program/postgres/EmbeddedPostgres"
import * as Effect from "effect/Effect"
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

const mount = (folder: string, size: string) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=0700`, "tmpfs", folder], { encoding: "utf8" })

const unmount = (folder: string) => void spawnSync("umount", ["--lazy", folder])

/** Why no file system can be mounted here; undefined if one can. It needs root, and a container may be kept from it. */
export const lacksMounts = ((): string | undefined => {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root can mount a small file system for the database"
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-mount-"))
  const { status, stderr } = mount(folder, "1m")
  if (status === 0) unmount(folder)
  rmSync(folder, { recursive: true, force: true })
  return status === 0 ? undefined : `no file system can be mounted here: ${stderr.trim()}`
})()

/**
 * Makes a cluster in a folder whose data are on a file system of this size; `startServer` finds it there. The mount ends
 * with the scope.
 */
export const makeSmallDisk = Effect.fnUntraced(function* (folder: string, size: string) {
  yield* Effect.scoped(embeddedPostgres({ folder }))
  const cluster = join(folder, "cluster")
  const made = join(folder, "cluster.made")
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      renameSync(cluster, made)
      mkdirSync(cluster)
      const { status, stderr } = mount(cluster, size)
      if (status !== 0) throw new Error(stderr)
      // -a keeps the owner, also of the folder itself: the server's user.
      execFileSync("cp", ["-a", `${made}/.`, cluster])
      rmSync(made, { recursive: true })
    }),
    () => Effect.sync(() => unmount(cluster))
  )
  const filler = join(cluster, "filler")
  return {
    /** Leaves not a byte free. */
    fill: Effect.sync(() => {
      const { bavail, bsize } = statfsSync(cluster)
      spawnSync("dd", ["if=/dev/zero", `of=${filler}`, `bs=${bsize}`, `count=${bavail + 1}`])
    }),
    free: Effect.sync(() => rmSync(filler, { force: true }))
  }
})
