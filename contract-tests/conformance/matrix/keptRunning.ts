import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Member, Start } from "./Member.ts"

/**
 * The servers; those in another language are started once and run until the scope ends, because Java and Python take longer
 * to start than to be checked. Simulators start anew: one that works later than it answers would still be calling the
 * service of the run before.
 */
export const keptRunning = (members: ReadonlyArray<Member>, scope: Scope.Scope): ReadonlyArray<Member> => {
  const once = (start: Start): Start =>
    Effect.runSync(Effect.cached(Effect.provideService(start, Scope.Scope, scope)))
  return members.map((member) =>
    member.server === "simulator"
      ? member
      : {
          ...member,
          start: once(member.start),
          ...(member.startPlainly === undefined ? {} : { startPlainly: once(member.startPlainly) })
        }
  )
}
