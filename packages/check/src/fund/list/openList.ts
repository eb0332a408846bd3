import type { FundProfile } from "@embedded-super/contracts/schemas"
import { checksumIn } from "@embedded-super/rules/employer-list/fileNames"
import { judgeList } from "@embedded-super/rules/employer-list/judgeList"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import { isSalt } from "@embedded-super/rules/employer-list/listKeys"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { readFile } from "node:fs/promises"
import { basename, resolve } from "node:path"
import type { ListUnderTest, SuppliedFile } from "./ListUnderTest.ts"

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
