/**
 * Packs the fund simulator into one tarball: `npx ./embedded-super-fund-simulator-<version>.tgz`. `node pack.ts [folder]`.
 */
import { packTarball } from "@embedded-super/program/packTarball"
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))
const { version } = JSON.parse(readFileSync(join(here, "../package.json"), "utf8")) as {
  readonly version: string
}

console.log(
  await packTarball({
    name: "embedded-super-fund-simulator",
    command: "fund-sim",
    version,
    description: "A super fund to integrate with, on your own machine.",
    title: "The fund simulator",
    main: join(here, "main.ts"),
    files: { "README.md": join(here, "../README.md"), LICENSE: join(here, "../../../LICENSE") },
    // The kit is larger than all else, and has a package of its own. The faults are for judging the kit.
    without: {
      "fund/src/check/kit.ts": "export const kit = undefined",
      "fund/src/faults/index.ts": "export const faults = []",
      "fund/src/variants.ts": "export const variants = []"
    },
    target: resolve(process.argv[2] ?? join(here, "../dist"))
  })
)
