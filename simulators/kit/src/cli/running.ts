import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join, resolve } from "node:path"
import { CannotStart } from "../CannotStart.ts"
import type { DataFolder } from "../folder/DataFolder.ts"
import { replaceFile } from "../folder/replaceFile.ts"
import { askAt, type Asked } from "./askAt.ts"
import type { Ready } from "./readiness.ts"

const fileName = "running.json"

/** Records the simulator's address in the data folder while the scope is open. */
export const leaveWord = Effect.fnUntraced(function* (folder: DataFolder["Service"], ready: Ready) {
  const fs = yield* FileSystem.FileSystem
  const file = folder.file(fileName)
  yield* Effect.acquireRelease(
    Effect.mapError(
      replaceFile(file, `${JSON.stringify(ready)}\n`),
      () => new CannotStart({ sentence: `Can't write ${file}. Name another folder with --data-dir.` })
    ),
    () => Effect.ignore(fs.remove(file))
  )
})

/** Calls the simulator that runs on a data folder, and returns the JSON of its answer. */
export const askRunning = Effect.fnUntraced(
  function* (dataDir: string, asked: Asked) {
    const fs = yield* FileSystem.FileSystem
    const folder = resolve(dataDir)
    const { ca_file, url } = JSON.parse(yield* fs.readFileString(join(folder, fileName))) as Ready
    const tls = ca_file === null ? {} : { ca: yield* fs.readFileString(ca_file) }
    return (yield* askAt(url, asked, tls)).json as unknown
  },
  (asking, dataDir) =>
    Effect.mapError(
      asking,
      () =>
        new CannotStart({
          sentence: `No simulator runs on ${resolve(dataDir)}. Start it there, or name its folder with --data-dir.`
        })
    )
)
