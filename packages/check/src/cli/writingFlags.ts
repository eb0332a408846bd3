import * as Flag from "effect/cli/Flag"

/** The flags of an `init`, which asks and writes one file. */
export const writingFlags = (file: string) => ({
  out: Flag.String("out").pipe(Flag.withDescription("The file to write"), Flag.withDefault(file)),
  yes: Flag.Boolean("yes").pipe(
    Flag.withAlias("y"),
    Flag.withDescription("Ask nothing: take the flags and the defaults"),
    Flag.withDefault(false)
  ),
  force: Flag.Boolean("force").pipe(
    Flag.withDescription("Replace a file that is there"),
    Flag.withDefault(false)
  )
})
