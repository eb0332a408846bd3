import { canonical, listOf, objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import type { Place } from "../Place.ts"
import { part, parts, whole } from "../Place.ts"
import type { Comparing } from "./Comparing.ts"

const remarks = new Set(["description", "bearerFormat"])
const counts = (keyword: string): boolean =>
  keyword === "x-principal" || (!remarks.has(keyword) && !keyword.startsWith("x-"))

/** The request parts that a scheme requires, and the caller that it identifies. Two kinds of key can be alike in both. */
const shapeOf = (scheme: unknown): string =>
  canonical(Object.fromEntries(Object.entries(objectOf(scheme)).filter(([keyword]) => counts(keyword))))

const schemesOf = (document: Json): ReadonlyMap<string, string> =>
  new Map(
    [...parts(part(whole(document), "components", "securitySchemes"))].map(([name, { value }]) => [
      name,
      shapeOf(value)
    ])
  )

/**
 * Renamed schemes, old name to new: one scheme of a shape is gone and one of the same shape is new. With two of either the
 * counterparts aren't known, and none counts as renamed.
 */
const renamedSchemes = (before: Json, after: Json): ReadonlyMap<string, string> => {
  const [old, young] = [schemesOf(before), schemesOf(after)]
  const gone = [...old].filter(([name]) => !young.has(name))
  const added = [...young].filter(([name]) => !old.has(name))
  const alike = (schemes: typeof gone, shape: string) => schemes.filter(([, other]) => other === shape)
  return new Map(
    gone.flatMap(([name, shape]) => {
      const [only] = alike(added, shape)
      const isClear = alike(gone, shape).length === 1 && alike(added, shape).length === 1
      return isClear && only !== undefined ? [[name, only[0]] as const] : []
    })
  )
}

/** The ways to authenticate, any of which will do: each as the schemes that are used together, with a name for people. */
const waysOf = (operation: Place, renamed: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const { document } = operation
  const shapes = schemesOf(document)
  const requirements = listOf(objectOf(operation.value)["security"] ?? document["security"] ?? [])
  const ways = requirements.map((requirement) => {
    const schemes = Object.entries(objectOf(requirement))
    const required = schemes.map(([name, scopes]) =>
      [renamed.get(name) ?? name, shapes.get(name), canonical(scopes)].join(" ")
    )
    const named = schemes.map(([name]) => name).toSorted()
    return [required.toSorted().join(" and "), named.join(" and ") || "no authentication"] as const
  })
  return new Map(ways.length === 0 ? [["", "no authentication"]] : ways)
}

/**
 * The ways to authenticate. Where each implementer chooses one (funds do, in their profiles), callers must support them
 * all; elsewhere callers choose, and implementers must support them all. The kind of key counts, not its
 * form alone: a key of another kind is answered 403.
 */
export const compareSecurity = (comparing: Comparing, before: Place, after: Place): void => {
  const old = waysOf(before, renamedSchemes(before.document, after.document))
  const young = waysOf(after, new Map())
  const chooses = comparing.published.implementersChoose ? "implementers" : "callers"
  const knowsAll = comparing.published.implementersChoose ? "callers" : "implementers"
  const at = `${after.at}/security`
  for (const [way, name] of old) {
    if (!young.has(way))
      comparing.find("security-removed", at, `${name} is no longer a way to authenticate`, [chooses], name)
  }
  for (const [way, name] of young) {
    if (!old.has(way))
      comparing.find("security-added", at, `${name} is a new way to authenticate`, [knowsAll], name)
  }
}
