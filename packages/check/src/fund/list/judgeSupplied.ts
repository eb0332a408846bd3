import type { FundProfile } from "@embedded-super/contracts/schemas"
import { checksumIn } from "@embedded-super/rules/employer-list/checksums"
import { judgeList } from "@embedded-super/rules/employer-list/judgeList"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { SuppliedFile } from "./ListUnderTest.ts"

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
