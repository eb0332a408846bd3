import type { NamedProcess } from "../platform/config/program.ts"
import type { Settings } from "../platform/config/Settings.ts"
import type { HeldOutgoing } from "../platform/outgoing/currentHold.ts"

/** What needs a person, and the command or the page that helps. */
export interface Need {
  readonly need: string
  readonly remedy: string
}

/** What `admin status` shows, over all partners and funds. Ages are in seconds. */
export interface Status {
  readonly isFine: boolean
  readonly needs: ReadonlyArray<Need>
  readonly version: string
  readonly schema: {
    /** The newest migration of the database; null if it has none. */
    readonly newest: string | null
    /** Migrations of this program that the database doesn't have. */
    readonly due: ReadonlyArray<string>
    /** Migrations of the database that this program doesn't know: a newer version works on it. */
    readonly unknown: ReadonlyArray<string>
    /** Those of `unknown` that this program can't work beside. */
    readonly barring: ReadonlyArray<string>
    /** Migrations that were made by another file than this program's. */
    readonly changed: ReadonlyArray<string>
  }
  readonly database: {
    readonly latencyMs: number
    readonly serverVersion: string
    readonly isReadOnly: boolean
    /** As this command's settings have it. Behind one in transaction mode not every process is seen. */
    readonly pooler: Settings["Service"]["connections"]["pooler"]
    readonly bytes: number
    readonly connections: number
    readonly maxConnections: number
  }
  readonly outgoing: { readonly hold: HeldOutgoing | null; readonly setting: Settings["Service"]["outgoing"] }
  readonly processes: ReadonlyArray<
    NamedProcess & {
      readonly connections: number
      /** Whether it seals under a master key that was retired. */
      readonly hasRetiredKey: boolean
    }
  >
  /** The kinds of work, as the metrics name them. */
  readonly work: ReadonlyArray<{
    readonly kind: string
    readonly waiting: number
    readonly dueSeconds: number | null
  }>
  readonly webhookAddresses: { readonly paused: number; readonly backingOff: number }
  /** Funds that are held, refuse their credentials, or have calls that have stopped or can't be prepared. */
  readonly funds: ReadonlyArray<{
    readonly slug: string
    readonly waiting: number
    readonly stopped: number
    /** Is shown, and needs no person. */
    readonly simulated: boolean
    readonly heldUntil: string | null
    readonly heldBecause: string | null
    readonly found: string | null
    readonly credentialsRefusedAt: Date | null
    /** Calls that no process can prepare: they are sealed in another version's form, or under a key that is missing. */
    readonly unprepared: number
  }>
  readonly lists: ReadonlyArray<{
    readonly fund: string
    readonly simulated: boolean
    /** Null if no list is in force. */
    readonly staleFrom: Date | null
    readonly isStale: boolean
    readonly awaitsDecision: boolean
  }>
  /** Employees who wait for a member number of a real fund, beside their Payday Super days. */
  readonly members: {
    readonly withoutNumber: number
    readonly near: number
    readonly past: number
    /** The business days that the first of them has left; negative past the day, null if there is none. */
    readonly daysLeft: number | null
  }
  readonly cleanUp: {
    /** Numbers that should be destroyed. */
    readonly taxFileNumbers: { readonly count: number; readonly seconds: number | null }
    /** Sessions whose personal data should be removed, at most 1,000. */
    readonly sessions: number
  }
  readonly timers: ReadonlyArray<{
    readonly timer: string
    readonly lastEndedAt: Date | null
    readonly lateSeconds: number | null
    readonly isFailing: boolean
  }>
}
