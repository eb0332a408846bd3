/**
 * The employer list that a fund supplies, as checks see it. It comes from disk (`listOnDisk`), or from the fund's own
 * upload to an SFTP server that the kit runs in the service's place (`sftp/`). Both are judged by the service's code
 * (`packages/rules`).
 *
 * Why everything is an effect that is computed once: a file may have millions of rows, an upload takes time, and every
 * check of the group asks for the same.
 *
 * The trap: a finding names lines and never a value. Nothing else of the file may get into a sentence.
 */
import type { EmployerListSettings } from "@embedded-super/contracts/schemas"
import type { JudgedList } from "@embedded-super/rules/employer-list/judgeList"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** One complete file. */
export interface SuppliedFile {
  readonly name: string
  readonly path: string
  /** The text of `<name>.sha256` beside it; undefined if there is none. */
  readonly checksum: string | undefined
}

/** The fund's login and files at the kit's SFTP server. */
export interface Upload {
  /** Whether anyone connected, and whether that key opened the account. */
  readonly login: "none" | "refused" | "accepted"
  /** Complete files in `inbox`, in the order in which they were complete. */
  readonly files: ReadonlyArray<SuppliedFile>
  /** Complete files in `inbox/test`. */
  readonly trials: ReadonlyArray<SuppliedFile>
  /** Files that stayed incomplete, or have a name that isn't imported. */
  readonly ignored: ReadonlyArray<{
    readonly name: string
    readonly code: "name_not_taken" | "not_renamed" | "checksum_missing" | "excel_file"
  }>
  /** Whether the fund read the result file of its list. */
  readonly resultRead: boolean
}

export interface ListUnderTest {
  /** The profile's settings for lists; undefined if the fund supplies none. */
  readonly agreed: EmployerListSettings | undefined
  /** The agreed salt of hashed lists; undefined if it isn't set, or none is agreed. */
  readonly salt: Redacted.Redacted | undefined
  /** Where the list comes from; undefined if neither a file nor an upload was configured. */
  readonly source: "disk" | "sftp" | undefined
  /** The list; undefined if there is none. */
  readonly supplied: Effect.Effect<SuppliedFile | undefined>
  /** The list, judged; undefined if there is none. */
  readonly judged: Effect.Effect<JudgedList | undefined>
  /** The upload, after it is over; undefined if the list comes from disk. */
  readonly upload: Effect.Effect<Upload | undefined>
}
