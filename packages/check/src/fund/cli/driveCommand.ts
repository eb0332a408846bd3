import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "../../cli/lazily.ts"
import { profileFlags } from "./profileFlags.ts"

const flags = {
  ...profileFlags,
  operation: Argument.Literals("operation", ["register", "lookup", "details"]).pipe(
    Argument.withDescription("What to call: register, lookup or details"),
    Argument.optional
  ),
  set: Flag.String("set").pipe(
    Flag.withDescription("A field of the body, as name=value; name= leaves it out. Repeat it for several"),
    Flag.between(0, 40)
  ),
  body: Flag.String("body").pipe(Flag.withDescription("The whole body, sent as it is"), Flag.optional),
  idempotencyKey: Flag.String("idempotency-key").pipe(
    Flag.withDescription("The Idempotency-Key, to repeat a call"),
    Flag.optional
  ),
  values: Flag.Boolean("values").pipe(
    Flag.withDescription("Show the bodies' values, in a test environment; keys and TFNs stay hidden"),
    Flag.withDefault(false)
  ),
  header: Flag.String("header").pipe(
    Flag.withDescription("A header in place of the service's, as name=value. Repeat it for several"),
    Flag.between(0, 20)
  )
}

export type DriveFlags = Command.Command.Config.Infer<typeof flags>

export const driveCommand = Command.make(
  "drive",
  flags,
  lazily(
    () => import("./drive.ts"),
    ({ drive }) => drive
  )
).pipe(
  Command.withDescription("One call by hand, with what the service would make of the answer"),
  Command.withExamples([
    { command: "fund-check drive lookup --set abn=80000000001", description: "Look an employer up" },
    {
      command: `fund-check drive register --set "family_name=O'Brien"`,
      description: "Register a made-up person, who has this name"
    },
    {
      command: "fund-check drive register --set email= --values",
      description: "Without an e-mail address, and with the values shown"
    },
    {
      command: `fund-check drive lookup --body '{"abn":'`,
      description: "A body of your own, here broken JSON"
    }
  ])
)
