import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { get } from "node:http"
import { program } from "../../test/program.ts"
import { TestDatabase } from "../../test/TestDatabase.ts"
import { DatabaseUrl } from "../platform/database/DatabaseUrl.ts"

const addresses = [
  ["GET", "/_workbench"],
  ["GET", "/_workbench/entries"],
  ["GET", "/_workbench/stream"],
  ["GET", "/_workbench/pages/levers"],
  ["GET", "/_workbench/pages/files/style.css"],
  ["POST", "/_workbench/levers/clock"],
  ["POST", "/_workbench/pages/levers"],
  ["OPTIONS", "/_workbench/entries"]
] as const

/** Starts the service's own program on a free port, with a data folder of its own. */
const started = Effect.fnUntraced(function* (...flags: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(file, Buffer.alloc(32, 7).toString("base64"))
  yield* fs.chmod(file, 0o600)
  const dataDir = yield* fs.makeTempDirectoryScoped()
  const running = yield* program(["serve", "--port", "0", "--data-dir", dataDir, ...flags], {
    DATABASE_URL: Redacted.value(yield* DatabaseUrl),
    MASTER_KEY_FILE: file,
    HOST: "127.0.0.1",
    BASE_URL: "https://api.example.test",
    LOG_FORMAT: "json"
  })
  return running
})
