import { canonical, listOf, objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import type { Place } from "../Place.ts"
import { part } from "../Place.ts"
import type { Comparing } from "./Comparing.ts"

const remarks = new Set(["description", "bearerFormat"])

/** A scheme by what it asks on the wire: its name and its description are for people. */
const schemeOf = (document: Json, name: string): string => {
  const root: Place = { document, at: "", value: document }
  const scheme = objectOf(part(root, "components", "securitySchemes", name)?.value)
  const asked = Object.entries(scheme).filter(([key]) => !remarks.has(key) && !key.startsWith("x-"))
  return canonical(Object.fromEntries(asked))
}

/** The ways to authenticate, any of which will do: each as the schemes that are used together. */
const waysOf = (operation: Place): ReadonlyMap<string, string> => {
  const { document } = operation
  const requirements = objectOf(operation.value)["security"] ?? document["security"] ?? []
  const ways = listOf(requirements).map((requirement) => {
    const schemes = Object.entries(objectOf(requirement))
    const asked = schemes
      .map(([name, scopes]) => `${schemeOf(document, name)} ${canonical(scopes)}`)
      .toSorted()
    return [asked.join(" and "), schemes.map(([name]) => name).join(" and ") || "no authentication"] as const
  })
  return ways.length === 0 ? new Map([["", "no authentication"]]) : new Map(ways)
}

/**
 * The ways to authenticate. Where each implementer chooses one (funds do, in their profiles), those who call must know
 * them all; elsewhere those who call choose, and those who implement must know them all.
 */
export const compareSecurity = (comparing: Comparing, before: Place, after: Place): void => {
  const [old, young] = [waysOf(before), waysOf(after)]
  const chooses = comparing.published.implementersChoose ? "implementers" : "callers"
  const knowsAll = comparing.published.implementersChoose ? "callers" : "implementers"
  const at = `${after.at}/security`
  for (const [way, name] of old) {
    if (!young.has(way))
      comparing.find("security-removed", at, `${name} is no longer a way to authenticate`, [chooses])
  }
  for (const [way, name] of young) {
    if (!old.has(way))
      comparing.find("security-added", at, `${name} is a new way to authenticate`, [knowsAll])
  }
}
