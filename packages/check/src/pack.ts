/**
 * Packs one of the commands into one tarball: `npx ./embedded-super-fund-check-<version>.tgz`.
 * `node pack.ts fund-check|partner-check [folder]`.
 */
import { packTarball } from "@embedded-super/program/packTarball"
import { join, resolve } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { version } from "./version.ts"

const here = fileURLToPath(new URL(".", import.meta.url))

const commands = {
  "fund-check": {
    main: "fund/main.ts",
    title: "The fund check",
    description: "Calls a fund as the service does, and says whether it conforms."
  },
  "partner-check": {
    main: "partner/main.ts",
    title: "The partner check",
    description:
      "Delivers webhooks to a partner's receiver as the service does, and says whether it conforms."
  }
} as const

const isCommand = (name: string | undefined): name is keyof typeof commands =>
  name !== undefined && name in commands

const [, , command, folder] = process.argv
if (isCommand(command)) {
  const { main, ...about } = commands[command]
  console.log(
    await packTarball({
      ...about,
      name: `embedded-super-${command}`,
      command,
      version,
      main: join(here, main),
      files: { "README.md": join(here, "../README.md"), LICENSE: join(here, "../../../LICENSE") },
      target: resolve(folder ?? join(here, "../dist"))
    })
  )
} else {
  console.error(`Name the command to pack: ${Object.keys(commands).join(" or ")}, and a folder for the file.`)
  process.exitCode = 2
}
