import type { FundProfile } from "@embedded-super/contracts/schemas"
import { checksumIn } from "@embedded-super/fund-rules/employer-list/checksums"
import { judgeList } from "@embedded-super/fund-rules/employer-list/judgeList"
import { agreedList } from "@embedded-super/fund-rules/employer-list/listRules"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import type { ListUnderTest, SuppliedFile, Upload } from "./ListUnderTest.ts"

const checksumBeside = (path: string): Effect.Effect<string | undefined> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(`${path}.sha256`, "utf8")),
    () => undefined
  )

/** The list under test, from where `supplied` and `upload` get it. */
export const listFrom = Effect.fnUntraced(function* (
  profile: FundProfile,
  salt: Redacted.Redacted | undefined,
  {
    source,
    supplied,
    upload
  }: {
    readonly source: "disk" | "sftp" | undefined
    readonly supplied: Effect.Effect<SuppliedFile | undefined>
    readonly upload: Effect.Effect<Upload | undefined>
  }
) {
  const agreed = agreedList(profile)
  const judge = Effect.gen(function* () {
    const file = yield* supplied
    if (agreed === undefined || file === undefined) return undefined
    const { matching_abn } = profile.check ?? {}
    const isChecked = agreed.complete_when === "checksum_file" && file.checksum !== undefined
    return yield* judgeList(agreed, {
      path: file.path,
      salt,
      expectedSha256: isChecked ? checksumIn(file.checksum) : null,
      known: matching_abn === undefined ? [] : [matching_abn]
    })
  })
  const list: ListUnderTest = { agreed, salt, source, supplied, upload, judged: yield* Effect.cached(judge) }
  return list
})

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
  return yield* listFrom(profile, salt, {
    source: path === undefined ? undefined : "disk",
    supplied,
    upload: Effect.succeed(undefined)
  })
})
