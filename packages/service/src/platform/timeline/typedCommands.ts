import { relative } from "node:path"
import { projectRoot } from "../config/projectRoot.ts"

/** As a shell reads it: in quotes if it has more than plain characters. */
const quoted = (text: string) => (/^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** The option that names the data folder, seen from the project's folder; none for the folder that is used by default. */
const dataDirOption = (dataDir: string): string => {
  const fromHere = relative(projectRoot, dataDir)
  const folder = fromHere === "" || fromHere.startsWith("..") ? dataDir : fromHere
  return folder === ".data" ? "" : ` --data-dir ${quoted(folder)}`
}

const PNPM = "npx --yes pnpm@12.21.0"

/** The command that starts everything again on this data folder, as it is typed in this project's folder. */
export const startCommand = ({ dataDir }: { readonly dataDir: string }): string =>
  `\`${PNPM} start${dataDirOption(dataDir)}\``

/**
 * Writes each command of a text, such as `admin fund list`, as it is typed in this project's folder beside a running
 * `start`. Without `--dev` the commands refuse a database whose clock was moved.
 */
export const typedCommands = ({ dataDir }: { readonly dataDir: string }) => {
  const options = `--dev${dataDirOption(dataDir)}`
  return (text: string): string =>
    text.includes("`admin ")
      ? text.replaceAll(/`admin ([^`]+)`/g, (_, command: string) => `\`${PNPM} admin ${command} ${options}\``)
      : text
}
