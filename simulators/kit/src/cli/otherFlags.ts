import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import { CannotStart } from "../CannotStart.ts"

/** The flags for a server that isn't the plain simulator: it has a fault, or is a correct one that differs. */
export const otherFlags = (
  party: string,
  examples: { readonly fault: string; readonly variant: string }
) => ({
  fault: Flag.String("fault").pipe(
    Flag.withDescription(
      `A mistake that the ${party} makes all the time, e.g. ${examples.fault}, to see what finds it`
    ),
    Flag.optional
  ),
  // The name of `--fault` in 0.1.
  flaw: Flag.String("flaw").pipe(Flag.withHidden, Flag.optional),
  variant: Flag.String("variant").pipe(
    Flag.withDescription(`A correct way in which the ${party} differs, e.g. ${examples.variant}`),
    Flag.optional
  )
})

type Loaded<A> = () => Promise<ReadonlyArray<A>>

/** The server of a flag among those that can be named there; they are loaded for this only. */
const named = Effect.fnUntraced(function* <A extends { readonly name: string }>(
  flag: string,
  name: Option.Option<string>,
  load: Loaded<A>
) {
  if (Option.isNone(name)) return undefined
  const others = yield* Effect.promise(load)
  const found = others.find((other) => other.name === name.value)
  if (found !== undefined) return found
  if (others.length === 0)
    return yield* new CannotStart({ sentence: `--${flag} is for the repository: this package holds none.` })
  return yield* new CannotStart({
    sentence: `There is no ${flag} ${name.value}. Name one of these with --${flag}: ${others.map((other) => other.name).join(", ")}.`
  })
})

/** The options of a simulator that its flags name. */
export const otherOf = Effect.fnUntraced(function* <A extends { readonly name: string }>(
  given: { readonly [Name in "fault" | "flaw" | "variant"]: Option.Option<string> },
  load: { readonly faults: Loaded<A>; readonly variants: Loaded<A> }
) {
  const fault = yield* named(
    "fault",
    Option.orElse(given.fault, () => given.flaw),
    load.faults
  )
  const variant = yield* named("variant", given.variant, load.variants)
  return { ...(fault === undefined ? {} : { fault }), ...(variant === undefined ? {} : { variant }) }
})
