import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join, resolve } from "node:path"
import { CannotStart } from "../CannotStart.ts"
import { type DataFolder, replaceFile } from "../folder/DataFolder.ts"
import type { SimulatorAddress } from "../server/listen.ts"
import type { Simulator } from "../server/simulator.ts"
import { askAt, type Asked } from "./askAt.ts"

/**
 * The message that a simulator is ready, for the program that started it: in a file, or as the first line of `--json`.
 */
export interface Ready {
  readonly event: "ready"
  readonly kind: string
  readonly version: string
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly data_dir: string
  /** The certificate authority to trust; null over plain http. */
  readonly ca_file: string | null
  /** Other files that its callers need, by name: a fund's profile and key. */
  readonly files: Readonly<Record<string, string>>
}

export const readyOf = (
  simulator: Pick<Simulator, "kind" | "version" | "files">,
  address: SimulatorAddress["Service"],
  folder: DataFolder["Service"]
): Ready => ({
  event: "ready",
  kind: simulator.kind,
  version: simulator.version,
  url: address.url,
  port: address.port,
  pid: process.pid,
  data_dir: folder.path,
  ca_file: address.caFile ?? null,
  files: simulator.files?.(folder) ?? {}
})

/** The same message for people. */
export const readyText = (title: string, ready: Ready): string => {
  const lines = [
    ["data", ready.data_dir],
    ...(ready.ca_file === null ? [] : [["trust", ready.ca_file] as const]),
    ...Object.entries(ready.files).map(([name, file]) => [name.replaceAll("_", " "), file] as const),
    ["stop", "Ctrl-C"]
  ] as const
  const width = Math.max(...lines.map(([label]) => label.length))
  return [
    `${title} ${ready.version} is ready at ${ready.url}`,
    ...lines.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`)
  ].join("\n")
}

/** Writes the file atomically, so that a program that waits for it never reads half of it. */
export const writeReadyFile = (path: string, ready: unknown) =>
  Effect.mapError(
    replaceFile(path, `${JSON.stringify(ready)}\n`),
    () => new CannotStart({ sentence: `Can't write ${path}. Name another file with --ready-file.` })
  )

const fileName = "running.json"

/** Records the simulator's address in the data folder while the scope is open. */
export const recordRunning = Effect.fnUntraced(function* (folder: DataFolder["Service"], ready: Ready) {
  const fs = yield* FileSystem.FileSystem
  const file = folder.file(fileName)
  yield* Effect.acquireRelease(
    Effect.mapError(
      replaceFile(file, `${JSON.stringify(ready)}\n`),
      () => new CannotStart({ sentence: `Can't write ${file}. Name another folder with --data-dir.` })
    ),
    () => Effect.ignore(fs.remove(file))
  )
})

/** Calls the simulator that runs on a data folder, and returns the JSON of its answer. */
export const askRunning = Effect.fnUntraced(
  function* (dataDir: string, asked: Asked) {
    const fs = yield* FileSystem.FileSystem
    const folder = resolve(dataDir)
    const { ca_file, url } = JSON.parse(yield* fs.readFileString(join(folder, fileName))) as Ready
    const tls = ca_file === null ? {} : { ca: yield* fs.readFileString(ca_file) }
    return (yield* askAt(url, asked, tls)).json as unknown
  },
  (asking, dataDir) =>
    Effect.mapError(
      asking,
      () =>
        new CannotStart({
          sentence: `No simulator runs on ${resolve(dataDir)}. Start it there, or name its folder with --data-dir.`
        })
    )
)
