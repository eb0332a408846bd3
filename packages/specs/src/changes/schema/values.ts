import { both, type Difference, type Effect } from "../Change.ts"
import { brief } from "../json.ts"
import { accepts, isUpper } from "./View.ts"
import { comparePatterns } from "./pattern.ts"
import type { View } from "./View.ts"

/** The differences of one value by itself: its type, its set of values, its pattern, its bounds. */
export const compareValues = (before: View, after: View): ReadonlyArray<Difference> => [
  // A list of values implies all other constraints.
  ...(before.values === undefined && after.values === undefined
    ? [...compareTypes(before, after), ...comparePattern(before, after), ...compareBounds(before, after)]
    : compareSets(before, after)),
  ...compareRest(before, after),
  ...compareDefaults(before, after),
  ...(!before.deprecated && after.deprecated ? [say("deprecated", after, "is deprecated", [])] : []),
  ...(before.deprecated && !after.deprecated
    ? [say("deprecation-withdrawn", after, "is no longer deprecated", [])]
    : [])
]

const say = (
  kind: string,
  view: View,
  says: string,
  effects: ReadonlyArray<Effect>,
  more: Partial<Difference> = {}
): Difference => ({ kind, at: view.at, says, effects, ...more })

const has = (types: ReadonlyArray<string> | undefined, type: string): boolean =>
  types === undefined || types.includes(type) || (type === "integer" && types.includes("number"))

const compareTypes = (before: View, after: View): ReadonlyArray<Difference> => {
  const gone =
    before.types === undefined
      ? after.types !== undefined
      : !before.types.every((type) => has(after.types, type))
  const added =
    after.types === undefined
      ? before.types !== undefined
      : !after.types.every((type) => has(before.types, type))
  const effects: ReadonlyArray<Effect> = [
    ...(gone ? ["narrower" as const] : []),
    ...(added ? ["wider" as const] : [])
  ]
  if (effects.length === 0) return []
  const name = (types: ReadonlyArray<string> | undefined) => types?.join(" or ") ?? "any"
  return [
    say("type-changed", after, `type ${name(before.types)} became ${name(after.types)}`, effects, {
      to: name(after.types)
    })
  ]
}

const compareSets = (before: View, after: View): ReadonlyArray<Difference> => {
  if (before.values === undefined) {
    const known = after.values?.every((value) => accepts(before, value)) ?? false
    const to = brief(after.values?.join() ?? "")
    return [say("set-closed", after, "only listed values are left", known ? ["narrower"] : both, { to })]
  }
  if (after.values === undefined) {
    const kept = before.values.every((value) => accepts(after, value))
    return [say("set-opened", after, "values need no longer be listed", kept ? ["wider"] : both)]
  }
  const [old, young] = [before.values, after.values]
  return [
    ...old
      .filter((value) => !young.includes(value))
      .map((value) => say("value-removed", after, `the value ${value} is gone`, ["narrower"], { to: value })),
    ...young
      .filter((value) => !old.includes(value))
      .map((value) => say("value-added", after, `the value ${value} is new`, ["wider"], { to: value }))
  ]
}

const comparePattern = (before: View, after: View): ReadonlyArray<Difference> => {
  if (before.patterns.toSorted().join("\n") === after.patterns.toSorted().join("\n")) return []
  const to = { to: brief(after.patterns.join(" and ")) }
  const [old, ...otherOld] = before.patterns
  const [young, ...otherYoung] = after.patterns
  if (otherOld.length > 0 || otherYoung.length > 0)
    return [say("pattern-changed", after, "the patterns changed", both, to)]
  if (old === undefined) return [say("pattern-added", after, "must fit a pattern", ["narrower"], to)]
  if (young === undefined) return [say("pattern-removed", after, "no longer fits a pattern", ["wider"])]
  const { narrower, wider } = comparePatterns(old, young)
  const effects: ReadonlyArray<Effect> = [
    ...(narrower ? ["narrower" as const] : []),
    ...(wider ? ["wider" as const] : [])
  ]
  // Another way to write the same pattern isn't a change.
  if (effects.length === 0) return []
  const how = effects.length === 2 ? "changed" : narrower ? "tightened" : "loosened"
  return [say(`pattern-${how}`, after, `the pattern was ${how}`, effects, to)]
}

const compareBounds = (before: View, after: View): ReadonlyArray<Difference> => {
  const keywords = new Set([...Object.keys(before.bounds), ...Object.keys(after.bounds)])
  return [...keywords].toSorted().flatMap((keyword) => {
    const open = isUpper(keyword) ? Infinity : -Infinity
    const [old, young] = [before.bounds[keyword] ?? open, after.bounds[keyword] ?? open]
    if (old === young) return []
    const lowered = young < old
    const name = (bound: number) => (Number.isFinite(bound) ? String(bound) : "none")
    return [
      say(
        `${keyword}-${lowered ? "lowered" : "raised"}`,
        after,
        `${keyword} went from ${name(old)} to ${name(young)}`,
        [lowered === isUpper(keyword) ? "narrower" : "wider"],
        { to: name(young) }
      )
    ]
  })
}

/** A keyword that can't be judged in parts: narrower if added, wider if removed, both if changed. */
const compareRest = (before: View, after: View): ReadonlyArray<Difference> => {
  const keywords = new Set([...Object.keys(before.rest), ...Object.keys(after.rest)])
  return [...keywords].toSorted().flatMap((keyword) => {
    const [old, young] = [before.rest[keyword], after.rest[keyword]]
    if (old === young) return []
    const to = { to: brief(young ?? "") }
    if (old === undefined)
      return [say(`${keyword}-added`, after, `${keyword} ${young} is new`, ["narrower"], to)]
    if (young === undefined) return [say(`${keyword}-removed`, after, `${keyword} ${old} is gone`, ["wider"])]
    return [say(`${keyword}-changed`, after, `${keyword} ${old} became ${young}`, both, to)]
  })
}

const compareDefaults = (before: View, after: View): ReadonlyArray<Difference> => {
  if (before.defaultValue === after.defaultValue) return []
  const says = `the default ${before.defaultValue ?? "(none)"} became ${after.defaultValue ?? "(none)"}`
  return [
    say("default-changed", after, says, both, {
      onlyInRequests: true,
      to: brief(after.defaultValue ?? "none")
    })
  ]
}
