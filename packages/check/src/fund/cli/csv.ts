import type { EmployerListFinding, EmployerListSettings } from "@embedded-super/contracts/schemas"
import { checksumIn, counts } from "@embedded-super/rules/employer-list/fileNames"
import { judgeList } from "@embedded-super/rules/employer-list/judgeList"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { basename } from "node:path"
import process from "node:process"
import { type CannotRun, NotConforming, usage } from "../../cli/CannotRun.ts"
import { counted } from "../../report/words.ts"
import { saltVariable } from "../list/openList.ts"
import { loadProfile } from "../profile/loadProfile.ts"
import { DEFAULT_PROFILE, type CsvFlags } from "./flags.ts"

interface ListOf {
  readonly agreed: EmployerListSettings
  readonly known: ReadonlyArray<string>
  readonly saltEnv: string
}

const fromProfile = Effect.fnUntraced(function* (file: string) {
  const { check, operations } = yield* loadProfile(file)
  const agreed = operations.employer_lookup?.list
  if (agreed === undefined) {
    return yield* usage(
      `The profile ${file} names no list. Name one in operations.employer_lookup.list, or give --format.`
    )
  }
  const known = check?.matching_abn === undefined ? [] : [check.matching_abn]
  return { agreed, known, saltEnv: saltVariable(check) }
})

/** The list's settings: of the profile, or of the flags. */
const settingsOf = Effect.fnUntraced(function* ({
  format,
  profile,
  saltEnv
}: CsvFlags): Effect.fn.Return<ListOf, CannotRun, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  if (Option.isSome(profile)) return yield* fromProfile(profile.value)
  if (Option.isNone(format)) {
    const isThere = yield* Effect.orElseSucceed(fs.exists(DEFAULT_PROFILE), () => false)
    if (isThere) return yield* fromProfile(DEFAULT_PROFILE)
    return yield* usage("Say what the list holds: --format plain or --format hashed, or name a --profile.")
  }
  const salted = format.value === "hashed" && Option.isSome(saltEnv)
  const agreed: EmployerListSettings = { format: format.value, complete_when: "renamed", salted }
  return { agreed, known: [], saltEnv: saltVariable() }
})

const lineOf = ({ code, detail, line }: EmployerListFinding): string =>
  `  ${line === undefined ? "file" : `line ${line}`}  ${detail} (${code})`

/** `fund-check csv FILE`. A `.sha256` file beside it counts, if the profile agrees on one. */
export const csv = Effect.fnUntraced(function* (flags: CsvFlags) {
  const fs = yield* FileSystem.FileSystem
  const { file, saltEnv } = flags
  const settings = yield* settingsOf(flags)
  const { agreed } = settings
  const known = [...flags.known, ...settings.known]
  const variable = Option.getOrElse(saltEnv, () => settings.saltEnv)
  const salt = process.env[variable]?.trim()
  if (agreed.salted === true && (salt === undefined || salt === "")) {
    return yield* usage(
      `The list's hashes have a salt. Set ${variable} to it, or name another variable with --salt-env.`
    )
  }
  if (!(yield* Effect.orElseSucceed(fs.exists(file), () => false))) {
    return yield* usage(`There is no file ${file}. Name the list to judge.`)
  }
  const isReadable = Effect.flatMap(fs.stat(file), ({ type }) =>
    type === "File" ? Effect.as(fs.access(file, { readable: true }), true) : Effect.succeed(false)
  )
  if (!(yield* Effect.orElseSucceed(isReadable, () => false))) {
    return yield* usage(`${file} can't be read as a file. Name the list to judge, or change its permissions.`)
  }
  const expectedSha256 =
    agreed.complete_when === "checksum_file"
      ? checksumIn(yield* Effect.orElseSucceed(fs.readFileString(`${file}.sha256`), () => ""))
      : null
  const judged = yield* judgeList(agreed, {
    path: file,
    salt: salt === undefined ? undefined : Redacted.make(salt),
    expectedSha256,
    known
  })
  const all = [...(judged.reason === undefined ? [] : [judged.reason]), ...judged.findings]
  const missing = known.filter((abn) => judged.find(abn) === undefined)
  const verdict = missing.length > 0 ? "Accepted by the service, and wrong" : "Accepted"
  yield* Console.log(
    judged.reason === undefined
      ? `${verdict}: ${counted(judged.rows, "row")}, ${counted(judged.employers, "employer")}, ${counted(judged.badRows, "row")} left out.`
      : `Refused: ${counted(judged.rows, "row")} read.`
  )
  for (const each of all) yield* Console.log(lineOf(each))
  if (agreed.format === "hashed" && agreed.salted !== true) {
    yield* Console.log(
      `  file  If the hashes have a salt, ${
        Option.isSome(flags.format) && Option.isNone(flags.profile)
          ? "name the environment variable that holds it with --salt-env."
          : "say so in the profile, as operations.employer_lookup.list.salted: true."
      } Without it no hash can be compared.`
    )
  }
  if (!counts(basename(file), agreed.file_name)) {
    yield* Console.log(
      `  file  Under this name the service leaves it in the inbox: it takes ${agreed.file_name ?? "*.csv"}.`
    )
  }
  if (judged.reason === undefined && missing.length > 0) {
    yield* Console.log(
      `  file  Known employers that aren't in the list: ${missing.length} of ${known.length}.`
    )
  }
  yield* Console.log("Not judged here: when the last list was, and how much this one differs from it.")
  if (judged.reason !== undefined || missing.length > 0) {
    return yield* new NotConforming({ verdict: "does_not_conform" })
  }
})
