import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { join, resolve } from "node:path"
import { CannotStart } from "../CannotStart.ts"
import type { DataFolder } from "../folder/DataFolder.ts"
import { replaceFile } from "../folder/replaceFile.ts"
import type { Ready } from "./readiness.ts"

const fileName = "running.json"

/** Records the simulator's address in the data folder while the scope is open. */
export const writeRunningFile = Effect.fnUntraced(function* (folder: DataFolder["Service"], ready: Ready) {
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
export const askRunning = Effect.fnUntraced(function* (
  dataDir: string,
  asked: { readonly method: "GET" | "POST" | "PUT"; readonly path: string; readonly body?: unknown }
) {
  const fs = yield* FileSystem.FileSystem
  const folder = resolve(dataDir)
  const nobody = new CannotStart({
    sentence: `No simulator runs on ${folder}. Start it there, or name its folder with --data-dir.`
  })
  const text = yield* Effect.mapError(fs.readFileString(join(folder, fileName)), () => nobody)
  const { ca_file, url } = JSON.parse(text) as Ready
  const ca = ca_file === null ? undefined : yield* Effect.mapError(fs.readFileString(ca_file), () => nobody)
  return yield* Effect.callback<unknown, CannotStart>((resume) => {
    const headers = asked.body === undefined ? {} : { "content-type": "application/json" }
    const request = (ca === undefined ? httpRequest : httpsRequest)(
      url + asked.path,
      { method: asked.method, headers, ...(ca === undefined ? {} : { ca }) },
      (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("end", () => resume(Effect.sync(() => JSON.parse(Buffer.concat(chunks).toString()))))
      }
    )
    request.on("error", () => resume(Effect.fail(nobody)))
    request.end(asked.body === undefined ? undefined : JSON.stringify(asked.body))
  })
})
