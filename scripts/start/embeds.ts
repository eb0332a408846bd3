import process from "node:process"
import { fileURLToPath } from "node:url"
import { isUpToDate } from "./upToDate.ts"

/** The folder of the built embeds. */
export const EMBEDS = fileURLToPath(new URL("../../packages/embed/dist", import.meta.url))

const sources = [
  "packages/contracts/src/**/*.ts",
  "packages/pages/src/tokens/*.ts",
  "packages/embed/src/**/*"
]

/**
 * Builds the embeds if their sources have changed since the last build, in about a third of a second. Returns a line to
 * print if they can't be built: everything else still works, and the embeds' pages say what is missing.
 */
export const builtEmbeds = async (): Promise<string | undefined> => {
  if (process.env["EMBEDS_DIR"] !== undefined || isUpToDate("packages/embed/dist/embeds.json", sources))
    return
  try {
    const { buildEmbeds } = await import("@embedded-super/embed/build")
    await buildEmbeds(EMBEDS)
  } catch {
    return "embeds   The embeds can't be built; the rest works. Run npx --yes pnpm@12.21.0 embeds to see why."
  }
}
