import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { join } from "node:path"
import { isAlive, workingFolder } from "./liveProcess.ts"
import { NotYet } from "./NotYet.ts"

/** A running server, as its postmaster.pid tells. */
export interface Server {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
}

/** The file in which a server says its process id, its port, and whether it takes connections. */
export const pidFile = (cluster: string) => join(cluster, "postmaster.pid")

/**
 * The server that runs on a cluster. A postmaster.pid that a kill or a power cut left behind names a process that is
 * gone, or by now is something else: a server works in its data folder, and that tells them apart.
 */
export const findServer = Effect.fnUntraced(function* (cluster: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.orElseSucceed(fs.readFileString(pidFile(cluster)), () => "")
  const lines = text.split("\n").map((line) => line.trim())
  const pid = Number(lines[0])
  if (!(pid > 0) || !isAlive(pid)) return Option.none<Server>()
  const works = workingFolder(pid)
  if (works !== undefined && works !== (yield* fs.realPath(cluster))) return Option.none<Server>()
  return Option.some<Server>({ pid, port: Number(lines[3] ?? 0), isReady: lines[7] === "ready" })
})

/** Waits until the server took connections or ended. */
export const untilReadyOrGone = (cluster: string) =>
  findServer(cluster).pipe(
    Effect.filterOrFail(
      (server) => Option.isNone(server) || server.value.isReady,
      () => new NotYet()
    ),
    Effect.retry({ schedule: Schedule.spaced("25 millis"), times: 2400 }),
    Effect.catchTag("NotYet", () => findServer(cluster))
  )
