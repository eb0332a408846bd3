/**
 * A fault is one permanent mistake of a fund's implementation: a row of its group's table, `faults/<group>.ts` (`auth` and
 * `register` have several tables). `plays` has what several rows use, or what is too long for a row. The faults
 * measure `fund-check`: the first check that a fault names must find it, with the sentence of its finding.
 * `fund-sim --fault NAME` plays it for a person who wants to see what the check, or the service, does with it.
 *
 * Why hooks and no switches in the simulator's code: a fault must not make the simulator harder to read, or slower. Without
 * one, nothing is in front of the simulator, and the files here aren't loaded.
 *
 * The trap: `play` is called once for each simulator. Memory between calls belongs inside it, never beside it.
 */
import type { FundProfile } from "@embedded-super/contracts/schemas"
import type { CallerCheck, ServerHooks } from "@embedded-super/simulator-kit"
import type { FundSimulatorOptions } from "../fundSimulator.ts"

/** The groups of checks of `fund-check`. */
export type Group =
  | "call"
  | "tls"
  | "transport"
  | "auth"
  | "schema"
  | "lookup"
  | "register"
  | "details"
  | "list"
  | "errors"
  | "limits"
  | "privacy"
  | "time"
  | "version"

/** An employer file, before it is uploaded. */
export interface ListFile {
  readonly name: string
  readonly text: string | Uint8Array
}

/** Where a fund differs. Each hook has the simulator do its part, or does it in its place. */
export interface Hooks extends ServerHooks {
  /** Whether the caller is accepted: undefined, or the reason of a refusal. `check` is the simulator's own verdict. */
  readonly security?: (request: Parameters<CallerCheck>[0], check: CallerCheck) => ReturnType<CallerCheck>
  /** The employer file of an upload. */
  readonly list?: (file: ListFile) => ListFile
  /** The profile that the fund gives to the service. */
  readonly profile?: (profile: typeof FundProfile.Encoded) => typeof FundProfile.Encoded
}

/** A fund that isn't the plain simulator. */
export interface OtherFund {
  /** By which it is started: `fund-sim --fault apostrophe-refused`. */
  readonly name: string
  /** The fund's behaviour, one sentence in the present tense. */
  readonly sentence: string
  /** The played fund, if the difference can't be seen in the default one (e.g. `{ fund: "waratah" }` for tokens). */
  readonly options?: Omit<FundSimulatorOptions, "fault" | "variant">
  readonly play: () => Hooks
}

export interface Fault extends OtherFund {
  readonly group: Group
  /** The checks of `fund-check` that find it, the one that names it best first. */
  readonly killedBy: readonly [string, ...ReadonlyArray<string>]
  /** The finding of the first check in `killedBy`: `fail: ` or `warn: `, and its sentence. */
  readonly finding: string
}

/** A table of faults: the group is stated once. */
export const ofGroup = (group: Group, rows: ReadonlyArray<Omit<Fault, "group">>): ReadonlyArray<Fault> =>
  rows.map((row) => ({ ...row, group }))
