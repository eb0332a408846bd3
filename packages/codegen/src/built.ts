/**
 * Builds the bundled documents if they aren't what the specs say: `pnpm install` runs it, and `node --import` before a command that
 * reads them, because a document that is imported has to be there before the command's first line.
 */
import { resolve } from "node:path"
import { reportFindings } from "./findings.ts"
import { buildBundles } from "./output/bundles.ts"

try {
  await buildBundles(resolve(import.meta.dirname, "../../.."))
} catch (error) {
  reportFindings(error, "the bundled documents weren't built")
  process.exit(1)
}
