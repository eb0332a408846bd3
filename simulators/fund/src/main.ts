import "effect/schema/SchemaJITCompiler/enable"
import { runProgram, serveSimulator, simulatorFlags } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"
import { fundNames } from "./funds.ts"
import { fundSimulator } from "./fundSimulator.ts"

const flags = {
  ...simulatorFlags(fundSimulator()),
  fund: Flag.Literals("fund", fundNames).pipe(
    Flag.withDescription("Which fund to play"),
    Flag.withDefault("banksia" as const)
  ),
  apiKeyFile: Flag.String("api-key-file").pipe(
    Flag.withDescription("File with the key that callers present; made if there is none"),
    Flag.optional
  ),
  auth: Flag.Literals("auth", ["api_key", "jwt", "oauth2"]).pipe(
    Flag.withDescription("How callers authenticate; by default a key in X-Auth-Key"),
    Flag.optional
  ),
  algorithm: Flag.Literals("algorithm", ["EdDSA", "ES256", "PS256", "HS256"]).pipe(
    Flag.withDescription("How the caller's tokens are signed; EdDSA by default"),
    Flag.optional
  ),
  idempotency: Flag.Literals("idempotency", ["honoured", "ignored"]).pipe(
    Flag.withDescription("Whether a repeat with the same Idempotency-Key is known"),
    Flag.optional
  ),
  callerJwks: Flag.String("caller-jwks").pipe(
    Flag.withDescription(
      "File or address of the caller's public keys; caller-jwks.json in the data folder by default"
    ),
    Flag.optional
  )
}

/** Only what was given: a flag that is left out leaves a fund as it is. */
const given = <Name extends string, A>(name: Name, value: Option.Option<A>) =>
  (Option.isSome(value) ? { [name]: value.value } : {}) as { readonly [K in Name]?: A }

const command = Command.make(
  "fund-sim",
  flags,
  ({ algorithm, apiKeyFile, auth, callerJwks, fund, idempotency, ...serving }) =>
    serveSimulator(
      fundSimulator({
        fund,
        ...given("apiKeyFile", apiKeyFile),
        ...given("auth", auth),
        ...given("algorithm", algorithm),
        ...given("idempotency", idempotency),
        ...given("callerJwks", callerJwks)
      }),
      serving
    )
).pipe(Command.withDescription("A super fund to integrate with: registers members, looks employers up"))

runProgram(command, fundSimulator().version)
