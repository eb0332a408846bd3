import { resolve } from "node:path"
import process from "node:process"
import { readFlags, UsageError } from "@embedded-super/program/commandLine"

/**
 * Ports that browsers, and Node's `fetch`, refuse ("bad ports" of the Fetch standard): they belong to other protocols.
 */
export const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104
  ],
  ...[
    109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515
  ],
  ...[526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049],
  ...[3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080]
])

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
