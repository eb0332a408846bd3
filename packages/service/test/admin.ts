import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Redacted from "effect/Redacted"
import { DatabaseUrl } from "../src/platform/database/DatabaseUrl.ts"
import { runHere } from "./commandLine.ts"

/** A file that holds this text while the scope is open. */
export const aFile = Effect.fnUntraced(function* (text: string) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(file, text, { mode: 0o600 })
  yield* fs.chmod(file, 0o600)
  return file
})

/** Runs `admin …` until it has ended; `input` is its standard input. */
export const admin = Effect.fnUntraced(function* (line: string, input?: string) {
  const fs = yield* FileSystem.FileSystem
  const env = {
    DATA_DIR: yield* fs.makeTempDirectoryScoped(),
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: yield* aFile(Buffer.alloc(32, 7).toString("base64")),
    LOG_LEVEL: "warn",
    LOG_FORMAT: "json"
  }
  const { code, stderr, stdout } = yield* runHere(["admin", ...line.split(" ")], env, input)
  return { code, output: stdout + stderr }
})
