import { buildDocs } from "@embedded-super/docs"
import { statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const modified = (path: string): number => {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Build the docs if the specs have changed since they were last built. */
export const buildDocsOnce = async (): Promise<void> => {
  const sources = ["partner-api", "fund-api", "webhooks"].map((name) =>
    modified(`packages/contracts/bundled/${name}.json`)
  )
  if (
    modified("packages/docs/dist/webhooks.html") <
    Math.max(...sources, modified("packages/docs/src/home.html"))
  ) {
    await buildDocs()
  }
}
