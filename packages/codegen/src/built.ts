/**
 * Builds the bundled documents if they aren't what the specs say: `pnpm install` runs it, and so do the tests, before they import a
 * document.
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
