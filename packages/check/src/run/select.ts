import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Check, CheckGroup, Kit } from "../check/Check.ts"
import { type CannotRun, usage } from "../cli/CannotRun.ts"
import { nearest } from "./nearest.ts"

const orNames = (names: ReadonlyArray<string>): string => names.join(", ").replace(/, ([^,]*)$/, " or $1")

const unknown = <World>(kit: Kit<World>, name: string): CannotRun => {
  const groups = kit.groups.map((group) => group.name)
  const near = nearest(name, [...groups, ...kit.groups.flatMap(({ checks }) => checks.map(({ id }) => id))])
  const advice =
    near.length === 0
      ? `Groups are ${orNames(groups)}; \`${kit.name} list\` shows every id.`
      : `Did you mean ${orNames(near)}? \`${kit.name} list\` shows all.`
  return usage(`No group or check is called ${name}. ${advice}`)
}

/** A group of a kit; `check` is the one that was named, undefined if the group was. */
export interface Named<in World> {
  readonly group: CheckGroup<World>
  readonly check: Check<World> | undefined
}

/** A group by its name, or a check by its id, in any letter case. */
export const findNamed = <World>(kit: Kit<World>, name: string): Effect.Effect<Named<World>, CannotRun> => {
  const wanted = name.trim().toUpperCase()
  for (const group of kit.groups) {
    if (group.name === wanted) return Effect.succeed({ group, check: undefined })
    const check = group.checks.find(({ id }) => id === wanted)
    if (check !== undefined) return Effect.succeed({ group, check })
  }
  return Effect.fail(unknown(kit, wanted))
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
      const { check, group } = yield* findNamed(kit, name)
      const checks = check === undefined ? group.checks : [check]
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
