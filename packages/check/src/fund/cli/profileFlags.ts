import { portFlag } from "@embedded-super/program/portFlag"
import * as Flag from "effect/cli/Flag"

export const DEFAULT_PROFILE = "fund-profile.yaml"
export const DEFAULT_KEYS = ".fund-check"

/** The flags of every command that calls the fund. */
export const profileFlags = {
  profile: Flag.String("profile").pipe(
    Flag.withDescription("The fund's profile; `init` writes one"),
    Flag.withDefault(DEFAULT_PROFILE)
  ),
  baseUrl: Flag.String("base-url").pipe(
    Flag.withDescription("Call the fund at this origin instead, at the paths of the profile"),
    Flag.optional
  ),
  keys: Flag.String("keys").pipe(
    Flag.withDescription("Folder for the kit's own signing key and its jwks.json"),
    Flag.withDefault(DEFAULT_KEYS)
  ),
  jwksPort: portFlag("jwks-port").pipe(
    Flag.withDescription("Also serve the keys at http://127.0.0.1:PORT/.well-known/jwks.json"),
    Flag.optional
  )
}
