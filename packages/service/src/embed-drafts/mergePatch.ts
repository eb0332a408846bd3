type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * A JSON merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces. Unlike there, an object
 * that is left empty is removed too, at the top as well: undefined.
 */
export const mergePatch = (target: unknown, patch: object): Json | undefined => {
  const before = isObject(target) ? target : {}
  const after = new Map(Object.entries(before))
  for (const [name, value] of Object.entries(patch)) {
    const merged = isObject(value) ? mergePatch(before[name], value) : value
    if (merged === null || merged === undefined) after.delete(name)
    else after.set(name, merged)
  }
  return after.size === 0 ? undefined : Object.fromEntries(after)
}
