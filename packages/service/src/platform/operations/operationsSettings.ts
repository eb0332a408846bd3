import { portFlag } from "@embedded-super/program/runMain"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { setting, wholeNumber } from "../config/setting.ts"

/** Where the operations port listens. Port 0 is any free one, which the log names. */
export interface OperationsSettings {
  readonly host: string
  readonly port: number
}

/** This machine alone: the port asks for no key. */
const DEFAULT_HOST = "127.0.0.1"

/** The flag of the commands that have the port. */
export const operationsFlag = portFlag("operations-port").pipe(
  Flag.withDescription("A port for probes, on 127.0.0.1 or OPERATIONS_HOST (OPERATIONS_PORT, none)"),
  Flag.optional
)

/** From the command line or `OPERATIONS_PORT`, and from `OPERATIONS_HOST`; undefined if no port is given. */
export const operationsSettings = Effect.fnUntraced(function* (given: Option.Option<number>) {
  const expected = "a port, a whole number from 0 to 65535"
  const port = yield* setting("OPERATIONS_PORT", expected, wholeNumber(0, 65_535))
  const host = yield* setting("OPERATIONS_HOST", "a host name or address", (text) => text)
  const chosen = Option.getOrUndefined(Option.orElse(given, () => port))
  if (chosen === undefined) return undefined
  return { host: Option.getOrElse(host, () => DEFAULT_HOST), port: chosen } satisfies OperationsSettings
})
