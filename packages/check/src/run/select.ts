import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import type { Check, CheckGroup, Kit } from "../check/Check.ts"
import { type CannotRun, usage } from "../cli/CannotRun.ts"
import { joined } from "../report/words.ts"

/** How many letters have to be added, removed or replaced to get from one text to the other. */
const distance = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (let column = 0; column < other.length; column += 1) {
      const replaced = above[column]! + (letter === other[column] ? 0 : 1)
      line.push(Math.min(replaced, above[column + 1]! + 1, line[column]! + 1))
    }
    above = line
  }
  return above.at(-1)!
}

const MOST = 3

/** The names that a mistyped one may mean, nearest first: those that begin with it, or differ in at most three letters. */
const nearest = (given: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const name = given.toUpperCase()
  const near = names
    .map((one) => ({ one, far: distance(name, one), begins: name.length > 1 && one.startsWith(name) }))
    // Three letters of a short name are another name.
    .filter(({ begins, far, one }) => begins || far <= Math.min(3, Math.floor(one.length / 2)))
  return near
    .toSorted((a, b) => Number(b.begins) - Number(a.begins) || a.far - b.far)
    .slice(0, MOST)
    .map(({ one }) => one)
}

const unknown = <World>(kit: Kit<World>, name: string): CannotRun => {
  const groups = kit.groups.map((group) => group.name)
  const near = nearest(name, [...groups, ...kit.groups.flatMap(({ checks }) => checks.map(({ id }) => id))])
  const advice =
    near.length === 0
      ? `Groups are ${joined(groups, "or")}; \`npx ${kit.name} list\` shows every id.`
      : `Did you mean ${joined(near, "or")}? \`npx ${kit.name} list\` shows all.`
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
    const wanted = new Set<string>()
    for (const name of names.map((given) => given.toUpperCase())) {
      const { check, group } = yield* findNamed(kit, name)
      const checks = check === undefined ? group.checks : [check]
      const possible = checks.filter(({ modes }) => modes.includes(mode))
      if (possible.length === 0)
        return yield* usage(
          `${name} has no check in the mode ${mode}. It runs in the mode ${joined([...new Set(checks.flatMap(({ modes }) => modes))], "or")}.`
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
