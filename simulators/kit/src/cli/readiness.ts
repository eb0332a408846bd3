import * as Effect from "effect/Effect"
import type { DataFolder } from "../folder/DataFolder.ts"
import { replaceFile } from "../folder/replaceFile.ts"
import type { SimulatorAddress } from "../server/SimulatorAddress.ts"
import { CannotStart } from "../CannotStart.ts"

/** What a program that starts a simulator waits for: in a file, or as the first line of `--json`. */
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
}

export const readyOf = (
  simulator: { readonly kind: string; readonly version: string },
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
  ca_file: address.caFile ?? null
})

/** The same for people. */
export const readyText = (title: string, ready: Ready): string =>
  [
    `${title} ${ready.version} is ready at ${ready.url}`,
    `  data   ${ready.data_dir}`,
    ...(ready.ca_file === null ? [] : [`  trust  ${ready.ca_file}`]),
    "  stop   Ctrl-C"
  ].join("\n")

/** Writes it whole or not at all, so that whoever waits for the file never reads half of it. */
export const writeReadyFile = (path: string, ready: Ready) =>
  Effect.mapError(
    replaceFile(path, `${JSON.stringify(ready)}\n`),
    () => new CannotStart({ sentence: `Can't write ${path}. Name another file with --ready-file.` })
  )
