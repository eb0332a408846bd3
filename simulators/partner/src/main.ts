import { CannotStart, runProgram, serveSimulator, simulatorFlags } from "@embedded-super/simulator-kit"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { OtherPartner } from "./flaws/Flaw.ts"
import { listenCommand } from "./listen/listenCommand.ts"
import { partnerSimulator } from "./partnerSimulator.ts"

const flags = {
  ...simulatorFlags(partnerSimulator()),
  serviceUrl: Flag.String("service-url").pipe(
    Flag.withDescription("The service whose entities are fetched; by default, the one on this machine"),
    Flag.optional
  ),
  anyEmployer: Flag.Boolean("any-employer").pipe(
    Flag.withDescription(
      "Take over intents and issues of employers that it didn't create, as partner-check plays them"
    ),
    Flag.withDefault(false)
  ),
  flaw: Flag.String("flaw").pipe(
    Flag.withDescription(
      "A mistake that the partner makes all the time, e.g. no-signature-check, to see what finds it"
    ),
    Flag.optional
  ),
  variant: Flag.String("variant").pipe(
    Flag.withDescription("A correct way in which the partner differs, e.g. answers-200-with-body"),
    Flag.optional
  )
}

/** The partner of a flag among those that can be named there; they are loaded for this only. */
const named = Effect.fnUntraced(function* (
  flag: string,
  name: Option.Option<string>,
  all: () => Promise<ReadonlyArray<OtherPartner>>
) {
  if (Option.isNone(name)) return {}
  const others = yield* Effect.promise(all)
  const found = others.find((other) => other.name === name.value)
  if (found !== undefined) return { [flag]: found }
  return yield* new CannotStart({
    sentence: `There is no ${flag} ${name.value}. Name one of these with --${flag}: ${others.map((other) => other.name).join(", ")}.`
  })
})

const command = Command.make(
  "partner-sim",
  flags,
  Effect.fnUntraced(function* ({ anyEmployer, flaw, serviceUrl, variant, ...serving }) {
    const own = {
      anyEmployer,
      ...(Option.isSome(serviceUrl) ? { serviceUrl: serviceUrl.value } : {}),
      ...(yield* named("flaw", flaw, async () => (await import("./flaws/index.ts")).flaws)),
      ...(yield* named("variant", variant, async () => (await import("./variants.ts")).variants))
    }
    yield* serveSimulator(partnerSimulator(own), serving)
  })
).pipe(
  Command.withDescription("Payroll software that receives webhooks and fetches the entities that they name"),
  Command.withSubcommands([listenCommand])
)

runProgram(command, partnerSimulator().version)
