/** The flags of `fund-check`. A command's own module is loaded when the command runs. */
import { portFlag } from "@embedded-super/program/runMain"
import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { newFileFlags } from "../../cli/newFile.ts"
import { runFlags as sharedRunFlags } from "../../cli/runFlags.ts"

export const DEFAULT_PROFILE = "fund-profile.yaml"
export const DEFAULT_KEYS = ".fund-check"

const text = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

export const initFlags = {
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
  ...newFileFlags(DEFAULT_PROFILE)
}

export type InitFlags = Command.Command.Config.Infer<typeof initFlags>

export const runFlags = {
  profile: Flag.String("profile").pipe(
    Flag.withDescription("The fund's profile; `init` writes one"),
    Flag.withDefault(DEFAULT_PROFILE)
  ),
  baseUrl: text("base-url", "Call the fund at this origin instead, at the paths of the profile"),
  keys: Flag.String("keys").pipe(
    Flag.withDescription("Folder for the kit's own signing key and its jwks.json"),
    Flag.withDefault(DEFAULT_KEYS)
  ),
  jwksPort: portFlag("jwks-port").pipe(
    Flag.withDescription("Also serve the keys at http://127.0.0.1:PORT/.well-known/jwks.json"),
    Flag.optional
  ),
  mode: Flag.Literals("mode", ["dev", "certify", "probe"]).pipe(
    Flag.withDescription(
      "dev (the default) to build; certify for the go-live report; probe is safe in production"
    ),
    Flag.withDefault("dev")
  ),
  afterRestart: Flag.Boolean("after-restart").pipe(
    Flag.withDescription("Ask for a restart of the fund, and check a repeat after it; on a terminal"),
    Flag.withDefault(false)
  ),
  ...sharedRunFlags("fund-check", "LOOKUP or AUTH-5-1")
}

export type RunFlags = Command.Command.Config.Infer<typeof runFlags>

export const csvFlags = {
  file: Argument.String("file").pipe(Argument.withDescription("The list of employers, a CSV file")),
  profile: text(
    "profile",
    "The profile with the list's settings; by default fund-profile.yaml, if it is there"
  ),
  format: Flag.Literals("format", ["plain", "hashed"]).pipe(
    Flag.withDescription("In place of a profile: whether the column abn holds ABNs or their hashes"),
    Flag.optional
  ),
  saltEnv: text("salt-env", "The environment variable with the salt of hashed lists"),
  known: Flag.String("known").pipe(
    Flag.withDescription("An ABN that the list must hold; repeat it for several"),
    Flag.between(0, 20)
  )
}

export type CsvFlags = Command.Command.Config.Infer<typeof csvFlags>
