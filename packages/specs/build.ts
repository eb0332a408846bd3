/** Builds the published files: `dist` with the documents and their digests. */
import { join } from "node:path"
import { writeSpecs } from "./src/published.ts"

await writeSpecs(join(import.meta.dirname, "dist"))
