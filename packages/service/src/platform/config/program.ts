/**
 * Which program this is, for those who look from outside: the sessions of each process are named after it, so that
 * `admin versions` and PostgreSQL's `pg_stat_activity` show which versions work on the database.
 */
import * as Context from "effect/Context"
import { hostname } from "node:os"
import process from "node:process"
import manifest from "../../../package.json" with { type: "json" }

/** The version of the program (D-program-version): that of its package. */
export const VERSION = manifest.version

/** What the process does, such as `serve` or `worker`. */
export const ProgramRole = Context.Reference<string>(
  "@embedded-super/service/platform/config/program/ProgramRole",
  { defaultValue: () => "process" }
)

/** A process as its sessions name it. */
export interface NamedProcess {
  readonly version: string
  /** The number of the newest migration that the program knows, such as `0022`. */
  readonly schema: string
  readonly role: string
  /** The beginning of the id of the master key that it seals under; null if it doesn't say, or seals nothing. */
  readonly masterKey: string | null
  readonly host: string
  readonly pid: number
}

/** PostgreSQL cuts longer names. */
const LONGEST = 63

const PREFIX = "embedded-super/"

/**
 * `embedded-super/0.2.0+0032 serve 4711@1a2b3c4d/host`, with the beginning of the id of its master key. The host comes last: it is
 * what may be cut. 0.2.0 reads the key as a part of the host.
 */
export const sessionName = (role: string, schema: string, masterKey?: string): string =>
  `${PREFIX}${VERSION}+${schema} ${role} ${process.pid}@${masterKey === undefined ? "" : `${masterKey}/`}${hostname()}`.slice(
    0,
    LONGEST
  )

/** The process of a session's name; undefined if it is another program's. */
export const processOf = (name: string): NamedProcess | undefined => {
  const found = /^embedded-super\/(\S+)\+(\d+) (\S+) (\d+)@(?:([0-9a-f]{8})\/)?(.*)$/.exec(name)
  if (found === null) return undefined
  const [, version = "", schema = "", role = "", pid = "", masterKey = null, host = ""] = found
  return { version, schema, role, masterKey, host, pid: Number(pid) }
}
