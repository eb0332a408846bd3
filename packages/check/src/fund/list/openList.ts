import type { FundProfile } from "@embedded-super/contracts/schemas"
import { isSalt } from "@embedded-super/rules/employer-list/salts"
import * as Redacted from "effect/Redacted"
import { resolve } from "node:path"
import { listOnDisk } from "./listOnDisk.ts"

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
