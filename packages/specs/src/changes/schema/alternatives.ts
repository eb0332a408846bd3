import { both, type Difference } from "../Change.ts"
import { brief, canonical } from "../json.ts"
import type { Place } from "../Place.ts"
import { accepts, type Comparison, type Graph, type Pair, type View } from "./View.ts"
import { unconstrained } from "./viewOf.ts"

/** The constraints beside `oneOf` and `anyOf`; none where only one side has alternatives: the other is an alternative itself. */
export const withoutAlternatives = (before: View, after: View): readonly [View, View] => {
  const [old, young] = [before.alternatives.length > 0, after.alternatives.length > 0]
  if (old === young) return [before, after]
  return [unconstrained(before), unconstrained(after)]
}

/** The alternatives of a schema; with those of an open set separate: `anyOf: [Known, a pattern that takes the known ones too]`. */
const split = (graph: Graph, view: View) => {
  const all = view.alternatives[0] ?? [view.self]
  const views = all.map((place) => graph.view(place))
  const isKnown = (index: number): boolean =>
    (views[index]?.values ?? []).length > 0 &&
    (views[index]?.values ?? []).every((value) =>
      views.some((other) => other.values === undefined && accepts(other, value))
    )
  const known = all.flatMap((_, index) => (isKnown(index) ? (views[index]?.values ?? []) : []))
  return { known, places: all.filter((_, index) => !isKnown(index)) }
}

/** The identity of an alternative: its properties that can have only one value. */
const mark = (graph: Graph, place: Place): string => {
  const view = graph.view(place)
  const single = [...view.properties].flatMap(([name, property]) => {
    const { values } = graph.view(property)
    return values?.length === 1 ? [`${name}=${values[0]}`] : []
  })
  return single.length > 0 ? single.toSorted().join() : ""
}

const kindOf = (graph: Graph, place: Place): string => canonical(graph.view(place).types)

/** Compares two sets of alternatives, each with its counterpart, in any order. */
export const compareAlternatives = (graph: Graph, before: View, after: View): Comparison => {
  if (before.alternatives.length > 1 || after.alternatives.length > 1) {
    const same = canonical(before.self.value) === canonical(after.self.value)
    const changed: Difference = {
      kind: "alternatives-changed",
      at: after.at,
      says: "oneOf and anyOf changed",
      to: brief(canonical(after.self.value)),
      effects: both
    }
    return { differences: same ? [] : [changed], inside: [] }
  }
  const [old, young] = [split(graph, before), split(graph, after)]
  const { pairs, gone, added } = match(graph, old.places, young.places)
  const lost = gone.filter((place) => !young.places.some((other) => graph.without("narrower", place, other)))
  const fresh = added.filter((place) => !old.places.some((other) => graph.without("wider", other, place)))
  return {
    differences: [
      ...lost.map((place): Difference => ({
        kind: "alternative-removed",
        at: after.at,
        to: nameOf(graph, place),
        says: `the alternative ${nameOf(graph, place)} is gone`,
        effects: ["narrower"]
      })),
      ...fresh.map((place): Difference => ({
        kind: "alternative-added",
        at: after.at,
        to: nameOf(graph, place),
        says: `the alternative ${nameOf(graph, place)} is new`,
        effects: ["wider"]
      })),
      ...compareKnown(old.known, young.known, after.at)
    ],
    inside: pairs
  }
}

/** Readers of an open set must expect values to be added and removed. */
const compareKnown = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
  at: string
): ReadonlyArray<Difference> => {
  if (before.length === 0 || after.length === 0) return []
  const say = (kind: string, to: string, says: string): Difference => ({ kind, at, to, says, effects: [] })
  return [
    ...after
      .filter((value) => !before.includes(value))
      .map((value) => say("known-value-added", value, `${value} is new in an open set`)),
    ...before
      .filter((value) => !after.includes(value))
      .map((value) => say("known-value-removed", value, `${value} is gone from an open set`))
  ]
}

const match = (graph: Graph, before: ReadonlyArray<Place>, after: ReadonlyArray<Place>) => {
  const pairs: Array<Pair> = []
  let gone = [...before]
  let added = [...after]
  const pairUp = (same: (old: Place, young: Place) => boolean): void => {
    for (const old of gone) {
      const found = added.find((young) => same(old, young))
      if (found === undefined) continue
      pairs.push([old, found])
      gone = gone.filter((place) => place !== old)
      added = added.filter((place) => place !== found)
    }
  }
  pairUp((old, young) => graph.view(old).at === graph.view(young).at && isNamed(graph.view(old)))
  pairUp((old, young) => graph.differences(old, young).length === 0)
  pairUp((old, young) => mark(graph, old) !== "" && mark(graph, old) === mark(graph, young))
  const alone = (places: ReadonlyArray<Place>, place: Place) =>
    places.filter((other) => kindOf(graph, other) === kindOf(graph, place)).length === 1
  pairUp(
    (old, young) =>
      mark(graph, old) === mark(graph, young) &&
      kindOf(graph, old) === kindOf(graph, young) &&
      alone(gone, old) &&
      alone(added, young)
  )
  return { pairs, gone, added }
}

const nameOf = (graph: Graph, place: Place): string => {
  const view = graph.view(place)
  return isNamed(view) ? view.at.replace(/^\/components\/schemas\//, "") : brief(canonical(place.value))
}

/** A named schema is the counterpart of the one with the same name. */
const isNamed = ({ at }: View): boolean => at.startsWith("/components/schemas/")
