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
import type { FundProfile, EmployerListSettings } from "@embedded-super/contracts/schemas"
import { judgeList, type JudgedList } from "@embedded-super/rules/employer-list/judgeList"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFile } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { checksumIn } from "@embedded-super/rules/employer-list/fileNames"
import { isSalt } from "@embedded-super/rules/employer-list/listKeys"

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
  /** How long the kit waits for the upload; undefined if the list comes from disk. */
  readonly waitSeconds?: number
  /** The list; undefined if there is none. */
  readonly supplied: Effect.Effect<SuppliedFile | undefined>
  /** The list, judged; undefined if there is none. */
  readonly judged: Effect.Effect<JudgedList | undefined>
  /** The upload, after it is over; undefined if the list comes from disk. */
  readonly upload: Effect.Effect<Upload | undefined>
}

/** Judges a file by the profile's settings for lists; undefined without a file. */
export const judgeSupplied = Effect.fnUntraced(function* (
  profile: FundProfile,
  salt: Redacted.Redacted | undefined,
  file: SuppliedFile | undefined
) {
  const agreed = agreedList(profile)
  if (agreed === undefined || file === undefined) return undefined
  const { matching_abn } = profile.check ?? {}
  return yield* judgeList(agreed, {
    path: file.path,
    salt,
    expectedSha256: file.checksum === undefined ? null : checksumIn(file.checksum),
    known: matching_abn === undefined ? [] : [matching_abn]
  })
})

const checksumBeside = (path: string): Effect.Effect<string | undefined> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(`${path}.sha256`, "utf8")),
    () => undefined
  )

/** The list under test from a file on disk, with its `.sha256` file if there is one. `path` undefined: there is no list. */
export const listOnDisk = Effect.fnUntraced(function* (
  profile: FundProfile,
  path: string | undefined,
  salt: Redacted.Redacted | undefined
) {
  const supplied =
    path === undefined
      ? Effect.succeed(undefined)
      : Effect.map(checksumBeside(path), (checksum) => ({ name: basename(path), path, checksum }))
  const agreed = agreedList(profile)
  const list: ListUnderTest = {
    agreed,
    salt,
    source: path === undefined ? undefined : "disk",
    supplied,
    judged: yield* Effect.cached(Effect.flatMap(supplied, (file) => judgeSupplied(profile, salt, file))),
    upload: Effect.succeed(undefined)
  }
  return list
})

const DEFAULT_SALT_ENV = "FUND_CHECK_LIST_SALT"

/** The variable with the salt of hashed lists. */
export const saltVariable = (check?: FundProfile["check"]): string => check?.list_salt_env ?? DEFAULT_SALT_ENV

/** The salt in a variable, without the spaces around it; undefined if there is none that could be a salt. */
const saltIn = (text: string | undefined): Redacted.Redacted | undefined => {
  const salt = Redacted.make((text ?? "").trim())
  return isSalt(salt) ? salt : undefined
}

type Environment = Readonly<Record<string, string | undefined>>

/** The salt of the profile's hashed lists; undefined if its variable holds none. */
export const saltOf = ({ check }: FundProfile, environment: Environment): Redacted.Redacted | undefined =>
  saltIn(environment[saltVariable(check)])

/** The list that a profile names. `folder`: where the path of `check.list_file` begins. */
export const openList = (
  profile: FundProfile,
  {
    environment,
    folder
  }: {
    readonly environment: Environment
    readonly folder: string
  }
) => {
  const salt = saltOf(profile, environment)
  const file = profile.check?.list_file
  return listOnDisk(profile, file === undefined ? undefined : resolve(folder, file), salt)
}
