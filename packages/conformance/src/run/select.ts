import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Check, Kit } from "../check/Check.ts"
import { CannotRun } from "../cli/CannotRun.ts"
import { nearest } from "./nearest.ts"

const usage = (sentence: string): Effect.Effect<never, CannotRun> =>
  Effect.fail(new CannotRun({ reason: "usage", sentence }))

const orNames = (names: ReadonlyArray<string>): string => names.join(", ").replace(/, ([^,]*)$/, " or $1")

const unknown = <World>(kit: Kit<World>, name: string) => {
  const groups = kit.groups.map((group) => group.name)
  const near = nearest(name, [...groups, ...kit.groups.flatMap(({ checks }) => checks.map(({ id }) => id))])
  const advice =
    near.length === 0
      ? `Groups are ${orNames(groups)}; \`${kit.name} list\` shows every id.`
      : `Did you mean ${orNames(near)}? \`${kit.name} list\` shows all.`
  return usage(`No group or check is called ${name}. ${advice}`)
}

/** One check by its id, in any letter case. */
export const findCheck = <World>(
  kit: Kit<World>,
  id: string
): Effect.Effect<{ readonly check: Check<World>; readonly group: string }, CannotRun> => {
  for (const group of kit.groups) {
    const check = group.checks.find((one) => one.id === id.toUpperCase())
    if (check !== undefined) return Effect.succeed({ check, group: group.name })
  }
  return unknown(kit, id)
}

/**
 * The kit with the checks that a run has: those of its mode, and of these only the named groups and ids, if any are named.
 * A name that is unknown, or that the mode rules out, is refused, so that nobody takes an empty run for a good one.
 */
export const select = <World>(
  kit: Kit<World>,
  mode: CheckMode,
  names: ReadonlyArray<string> = []
): Effect.Effect<Kit<World>, CannotRun> =>
  Effect.gen(function* () {
    if (mode === "certify" && names.length > 0)
      return yield* usage("A certifying run has every check: leave out the names, or choose another mode.")
    const wanted = new Set<string>()
    for (const name of names.map((given) => given.toUpperCase())) {
      const group = kit.groups.find((one) => one.name === name)
      const checks = group?.checks ?? [(yield* findCheck(kit, name)).check]
      const possible = checks.filter(({ modes }) => modes.includes(mode))
      if (possible.length === 0)
        return yield* usage(
          `${name} has no check in the mode ${mode}. It runs in the mode ${orNames([...new Set(checks.flatMap(({ modes }) => modes))])}.`
        )
      for (const { id } of possible) wanted.add(id)
    }
    const runs = ({ id, modes }: Check<World>) =>
      modes.includes(mode) && (names.length === 0 || wanted.has(id))
    const groups = kit.groups
      .map((group) => ({ ...group, checks: group.checks.filter(runs) }))
      .filter(({ checks }) => checks.length > 0)
    return { ...kit, groups }
  })
