import process from "node:process"
import { parseArgs, type ParseArgsOptionsConfig } from "node:util"

/** A mistake on the command line, as one sentence. */
export class UsageError extends Error {}

/**
 * Reads flags, and at most `most` other arguments; all arguments after `--` count as such. Throws a `UsageError` for
 * any other.
 */
export const readFlags = <const Options extends ParseArgsOptionsConfig>(
  args: ReadonlyArray<string>,
  options: Options,
  most = 0
) => {
  const read = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true })
    } catch (error) {
      const [problem = ""] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)
      throw new UsageError(`${problem}; see --help.`)
    }
  }
  const { positionals, values } = read()
  if (positionals.length > most) {
    throw new UsageError(
      `Too many arguments: ${positionals.length}, and at most ${most} are accepted; see --help.`
    )
  }
  return { values, positionals }
}

/** Reads a command line without any flag. */
export const noFlags = (args: ReadonlyArray<string>): void => void readFlags(args, {})

const asksForHelp = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).some((arg) => arg === "--help" || arg === "-h")
}

/**
 * Reads the command line of a script before the script does anything: `--help` prints the usage and exits 0; a mistake
 * prints one sentence and exits 2.
 */
export const commandLine = <A>(usage: string, read: (args: ReadonlyArray<string>) => A): A => {
  const args = process.argv.slice(2)
  if (asksForHelp(args)) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return read(args)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}
