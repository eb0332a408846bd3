import type { Difference, Effect } from "../Change.ts"
import type { Place } from "../Place.ts"
import { compareAlternatives, withoutAlternatives } from "./alternatives.ts"
import type { Comparison, Graph, Pair, View } from "./View.ts"
import { compareItems, compareObjects } from "./objects.ts"
import { compareValues } from "./values.ts"
import { viewOf } from "./viewOf.ts"

/**
 * Compares each pair of schemas of two documents once. So a schema that refers to itself ends, and a schema that is used in
 * many places isn't compared again for each.
 */
export class SchemaGraph implements Graph {
  readonly #compared = new Map<string, Comparison>()
  readonly #views = new Map<Place["value"], View>()
  readonly #found = new Map<string, ReadonlyArray<Difference>>()
  /** The number of comparisons under way: results found before it is 0 aren't final. */
  #making = 0

  differences(before: Place, after: Place): ReadonlyArray<Difference> {
    const id = `${this.view(before).at} ${this.view(after).at}`
    const known = this.#found.get(id)
    if (known !== undefined) return known
    const found = this.#gather(before, after)
    if (this.#making === 0) this.#found.set(id, found)
    return found
  }

  #gather(before: Place, after: Place): ReadonlyArray<Difference> {
    const seen = new Set<string>()
    const found: Array<Difference> = []
    const waiting: Array<Pair> = [[before, after]]
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const [old, young] = [this.view(pair[0]), this.view(pair[1])]
      const id = `${old.at} ${young.at}`
      if (seen.has(id)) continue
      seen.add(id)
      const comparison = this.#compareOnce(id, old, young)
      found.push(...comparison.differences)
      waiting.push(...comparison.inside)
    }
    return found
  }

  without(effect: Effect, before: Place, after: Place): boolean {
    return this.differences(before, after).every(({ effects }) => !effects.includes(effect))
  }

  view(place: Place): View {
    const known = typeof place.value === "object" ? this.#views.get(place.value) : undefined
    if (known !== undefined) return known
    const view = viewOf(place)
    if (typeof place.value === "object") this.#views.set(place.value, view)
    return view
  }

  #compareOnce(id: string, before: View, after: View): Comparison {
    const known = this.#compared.get(id)
    if (known !== undefined) return known
    // Alternatives that contain themselves ask for their own comparison while it runs: until it ends they count as equal.
    this.#compared.set(id, { differences: [], inside: [] })
    this.#making++
    const comparison = this.#compare(before, after)
    this.#making--
    this.#compared.set(id, comparison)
    return comparison
  }

  #compare(before: View, after: View): Comparison {
    const parts =
      before.alternatives.length === 0 && after.alternatives.length === 0
        ? []
        : [compareAlternatives(this, before, after)]
    const [old, young] = withoutAlternatives(before, after)
    const own = [compareObjects(old, young), compareItems(old, young), ...parts]
    return {
      differences: [...compareValues(old, young), ...own.flatMap(({ differences }) => differences)],
      inside: own.flatMap(({ inside }) => inside)
    }
  }
}
