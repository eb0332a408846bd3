import { readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("__snapshots__/", import.meta.url))
// vitest writes its snapshots as CommonJS modules.
const load = createRequire(folder)

/** The screen reader's text for each scene, as the gallery's tests keep it, by the scene's name. */
export const readOuts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).flatMap((file) =>
    Object.entries(load(`./${file}`) as Readonly<Record<string, string>>).map(([test, quoted]) => [
      test.replace(/^the gallery > (.*) 1$/, "$1"),
      quoted.trim().slice(1, -1)
    ])
  )
)
