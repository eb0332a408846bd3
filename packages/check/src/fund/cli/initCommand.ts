import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { lazily } from "../../cli/lazily.ts"
import { writingFlags } from "../../cli/writingFlags.ts"
import { DEFAULT_PROFILE } from "./profileFlags.ts"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const flags = {
  name: text("name", "The fund's name"),
  abn: text("abn", "The fund's ABN"),
  baseUrl: text("base-url", "Where the fund's API is"),
  operations: text("operations", "What it offers: registration, lookup and details, with commas"),
  lookupPath: text("lookup-path", "The path of the lookup"),
  auth: Flag.Literals("auth", ["api_key", "jwt", "oauth2", "mutual_tls"]).pipe(
    Flag.withDescription("How the service authenticates"),
    Flag.optional
  ),
  idempotency: Flag.Literals("idempotency", ["honoured", "ignored"]).pipe(
    Flag.withDescription(
      "What a repeat with the same Idempotency-Key gets: honoured, the first answer; ignored, any"
    ),
    Flag.optional
  ),
  matchingAbn: text("matching-abn", "An employer that the lookup finds"),
  unknownAbn: text("unknown-abn", "An employer that it doesn't find"),
  ca: text("ca", "File with the authority that issued the fund's certificate, if it isn't a public one"),
  ...writingFlags(DEFAULT_PROFILE)
}

export type InitFlags = Command.Command.Config.Infer<typeof flags>

export const initCommand = Command.make(
  "init",
  flags,
  lazily(
    () => import("./init.ts"),
    ({ init }) => init
  )
).pipe(Command.withDescription("Ask nine questions, and write the fund's profile"))
