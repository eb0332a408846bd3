import { resolve } from "node:path"
import process from "node:process"
import { readFlags, UsageError } from "@embedded-super/program/commandLine"
import { BLOCKED_PORTS } from "./blockedPorts.ts"

/** The ports and the data folder of `start`. Every port can be changed; 0 means any free one. */
export interface StartOptions {
  readonly servicePort: number
  readonly fundPort: number
  readonly partnerPort: number
  /** An absolute path. */
  readonly dataDir: string
  /** Whether to remove the files of an earlier `start` from `dataDir`, and exit. */
  readonly cleans: boolean
}

const port = (name: string, text: string): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new UsageError(`--${name} ${text} is not a port. Give a whole number from 0 to 65535.`)
  }
  if (BLOCKED_PORTS.has(value)) {
    throw new UsageError(`Browsers and fetch refuse to open port ${value}. Choose another with --${name}.`)
  }
  return value
}

export const dataDirFlag = { "data-dir": { type: "string", default: ".data" } } as const

/** Parses the command line of `start`. */
export const startOptions = (args: ReadonlyArray<string>): StartOptions => {
  const { values } = readFlags(args, {
    port: { type: "string", default: process.env["PORT"] ?? "4000" },
    "fund-port": { type: "string", default: "4010" },
    "partner-port": { type: "string", default: "4020" },
    clean: { type: "boolean", default: false },
    ...dataDirFlag
  })
  return {
    servicePort: port("port", values.port),
    fundPort: port("fund-port", values["fund-port"]),
    partnerPort: port("partner-port", values["partner-port"]),
    dataDir: resolve(values["data-dir"]),
    cleans: values.clean
  }
}

/** Parses the command line of `demo`. Returns the data folder of the `start` that it uses. */
export const demoOptions = (args: ReadonlyArray<string>): string =>
  resolve(readFlags(args, dataDirFlag).values["data-dir"])
