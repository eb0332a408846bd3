import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { changedSettings } from "../../../test/TestSettings.ts"
import { MasterKeys, newMasterKeyFile } from "./MasterKeys.ts"

const keysUnder = (change: Parameters<typeof changedSettings>[0]) =>
  Effect.service(MasterKeys).pipe(
    Effect.provide(
      MasterKeys.layer.pipe(Layer.provide(changedSettings(change)), Layer.provide(NodeFileSystem.layer))
    )
  )

const fileWith = (text: string, mode: number) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = yield* fs.makeTempFileScoped()
    yield* fs.writeFileString(file, text)
    yield* fs.chmod(file, mode)
    return Option.some(file)
  })

describe("MasterKeys", () => {
  it.effect("reads the file of MASTER_KEY_FILE", () =>
    Effect.gen(function* () {
      const masterKeyFile = yield* fileWith(newMasterKeyFile(), 0o600)
      assert.strictEqual((yield* keysUnder({ masterKeyFile })).all.length, 1)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("refuses a file that everybody can read, one without a key, and one that isn't there", () =>
    Effect.gen(function* () {
      const open = yield* fileWith(newMasterKeyFile(), 0o644)
      assert.include((yield* Effect.flip(keysUnder({ masterKeyFile: open }))).problem, "everybody")
      const empty = yield* fileWith("", 0o600)
      assert.include((yield* Effect.flip(keysUnder({ masterKeyFile: empty }))).problem, "it holds no key")
      const missing = Option.some("/nowhere/master.key")
      assert.include(
        (yield* Effect.flip(keysUnder({ masterKeyFile: missing }))).problem,
        "there is no such file"
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("refuses to run without a key, except in development", () =>
    Effect.gen(function* () {
      assert.include((yield* Effect.flip(keysUnder({ dev: false }))).problem, "MASTER_KEY_FILE isn't set")
    })
  )
})
