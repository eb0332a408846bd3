import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { randomBytes } from "node:crypto"
import { CannotStart } from "../CannotStart.ts"
import { DataFolder } from "./DataFolder.ts"
import { replaceFile } from "./replaceFile.ts"

const keyBytes = 32

/** A random key of 32 bytes, stored in the data folder as `<name>.key` in hex: the same one after every start. */
export const keptKey = Effect.fn("keptKey")(
  function* (name: string) {
    const fs = yield* FileSystem.FileSystem
    const file = (yield* DataFolder).file(`${name}.key`)
    if (!(yield* fs.exists(file))) yield* replaceFile(file, randomBytes(keyBytes).toString("hex"))
    const key = Buffer.from((yield* fs.readFileString(file)).trim(), "hex")
    return key.length === keyBytes
      ? key
      : yield* new CannotStart({ sentence: `${file} holds no key. Move it away; a new one is made.` })
  },
  (keeping, name) =>
    keeping.pipe(
      Effect.catchTag("PlatformError", (error) =>
        Effect.fail(new CannotStart({ sentence: `Can't keep ${name}.key: ${error.message}` }))
      )
    )
)
