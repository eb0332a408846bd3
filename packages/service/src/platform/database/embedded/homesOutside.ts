import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { join } from "node:path"

/** Stands in a home outside of the data folder, and names the data folder that it was made for. */
export const MADE_FOR = "made-for"

/** The homes in `base` that were made for a data folder, also where the folder itself is gone. */
export const homesOutside = Effect.fnUntraced(function* (base: string, folder: string) {
  const fs = yield* FileSystem.FileSystem
  const names = yield* Effect.orElseSucceed(fs.readDirectory(base), (): Array<string> => [])
  const homes = names.map((name) => join(base, name))
  return yield* Effect.filter(homes, (home) =>
    Effect.map(Effect.option(fs.readFileString(join(home, MADE_FOR))), Option.contains(folder))
  )
})
