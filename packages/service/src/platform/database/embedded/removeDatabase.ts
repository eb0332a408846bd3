import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { join } from "node:path"
import { OperatorError } from "../../OperatorError.ts"
import { homesOutside } from "./homesOutside.ts"
import { OUTSIDE } from "./outside.ts"
import { stopServer } from "./stopServer.ts"
import { otherUsers } from "./users.ts"

/** Removes the embedded database of a data folder for ever, wherever it lies. Returns the folders that are gone. */
export const removeDatabase = Effect.fn("removeDatabase")(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const isThere = yield* fs.exists(folder)
  const users = isThere ? yield* otherUsers(folder) : []
  if (users.length > 0) {
    return yield* new OperatorError({
      problem: `The database in ${folder} is in use by process ${users.map((name) => name.split("-")[0]).join(", ")}.`,
      remedy: "End it first."
    })
  }
  const outside = yield* Effect.forEach(OUTSIDE, (base) => homesOutside(base, folder))
  const homes = [...outside.flat(), ...(isThere ? [folder] : [])]
  for (const home of homes) {
    yield* stopServer(join(home, "cluster"))
    yield* fs.remove(home, { recursive: true })
  }
  return homes
})
