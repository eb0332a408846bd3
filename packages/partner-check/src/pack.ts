/**
 * Packs the partner check into one tarball: `npx ./embedded-super-partner-check-<version>.tgz`. `node pack.ts [folder]`.
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
    name: "embedded-super-partner-check",
    command: "partner-check",
    version,
    description:
      "Delivers webhooks to a partner's receiver as the service does, and says whether it conforms.",
    title: "The partner check",
    main: join(here, "main.ts"),
    files: { "README.md": join(here, "../README.md"), LICENSE: join(here, "../../../LICENSE") },
    target: resolve(process.argv[2] ?? join(here, "../dist"))
  })
)
