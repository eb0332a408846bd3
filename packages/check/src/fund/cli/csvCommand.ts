import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "../../cli/lazily.ts"

const flags = {
  file: Argument.String("file").pipe(Argument.withDescription("The list of employers, a CSV file")),
  profile: Flag.String("profile").pipe(
    Flag.withDescription(
      "The profile with the list's settings; by default fund-profile.yaml, if it is there"
    ),
    Flag.optional
  ),
  format: Flag.Literals("format", ["plain", "hashed"]).pipe(
    Flag.withDescription("In place of a profile: whether the column abn holds ABNs or their hashes"),
    Flag.optional
  ),
  saltEnv: Flag.String("salt-env").pipe(
    Flag.withDescription("The environment variable with the salt of hashed lists"),
    Flag.optional
  ),
  known: Flag.String("known").pipe(
    Flag.withDescription("An ABN that the list must hold; repeat it for several"),
    Flag.between(0, 20)
  )
}

export type CsvFlags = Command.Command.Config.Infer<typeof flags>

export const csvCommand = Command.make(
  "csv",
  flags,
  lazily(
    () => import("./csv.ts"),
    ({ csv }) => csv
  )
).pipe(Command.withDescription("Judge a list of employers as the service would"))
