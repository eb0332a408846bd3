import type { FundProfile } from "@embedded-super/contracts/schemas"
import { agreedList } from "@embedded-super/rules/employer-list/listRules"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { judgeSupplied } from "./judgeSupplied.ts"
import type { ListUnderTest } from "./ListUnderTest.ts"

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
