import { commandLine, readFlags } from "@embedded-super/program/commandLine"

/**
 * The command line of `test` and `test:long`: vitest's reporters, and the selection of tests. The arguments after `--`
 * are passed to vitest.
 */
export const readTestFlags = (usage: string) => {
  const { positionals, values } = commandLine(usage, (args) =>
    readFlags(args, { reporter: { type: "string", multiple: true } }, Number.POSITIVE_INFINITY)
  )
  return { chosen: positionals, reporters: values.reporter ?? [] }
}
