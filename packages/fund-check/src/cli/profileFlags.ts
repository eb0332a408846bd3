import { portFlag } from "@embedded-super/program/portFlag"
import * as Flag from "effect/cli/Flag"

/** The flags of every command that calls the fund. */
export const profileFlags = {
  profile: Flag.String("profile").pipe(
    Flag.withDescription("The fund's profile; `init` writes one"),
    Flag.withDefault("fund-profile.yaml")
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("Call the fund at this origin instead, at the paths of the profile"),
    Flag.optional
  ),
  keys: Flag.String("keys").pipe(
    Flag.withDescription("Folder for the kit's own signing key and its jwks.json"),
    Flag.withDefault(".fund-check")
  ),
  jwksPort: portFlag("jwks-port").pipe(
    Flag.withDescription("Also serve the keys at http://127.0.0.1:PORT/.well-known/jwks.json"),
    Flag.optional
  )
}
