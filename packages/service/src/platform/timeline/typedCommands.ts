import { relative } from "node:path"
import { projectRoot } from "../config/projectRoot.ts"

/** As a shell reads it: in quotes if it has more than plain characters. */
const quoted = (text: string) => (/^[\w./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/**
 * Writes each command of a text, such as `admin fund list`, as it is typed in this project's folder beside a running
 * `start`. Without `--dev` the commands refuse a database whose clock was moved.
 */
export const typedCommands = ({ dataDir }: { readonly dataDir: string }) => {
  const fromHere = relative(projectRoot, dataDir)
  const folder = fromHere === "" || fromHere.startsWith("..") ? dataDir : fromHere
  const options = folder === ".data" ? "--dev" : `--dev --data-dir ${quoted(folder)}`
  return (text: string): string =>
    text.includes("`admin ")
      ? text.replaceAll(
          /`admin ([^`]+)`/g,
          (_, command: string) => `\`npx --yes pnpm@12.21.0 admin ${command} ${options}\``
        )
      : text
}
