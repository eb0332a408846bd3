import type { Check, Kit } from "../check/Check.ts"

/** What the settings lack, and the required checks that this leaves unobserved. */
export interface Gap {
  readonly why: string
  readonly checks: ReadonlyArray<string>
}

/** Known before the first call: what a run won't observe of all that is required and applies. */
export const gapsOf = <World>({ groups }: Kit<World>, world: World): ReadonlyArray<Gap> => {
  const lacking = groups
    .flatMap(({ checks }) => checks)
    .flatMap((check: Check<World>) => {
      if (check.level !== "MUST" || (check.appliesTo?.(world) ?? true) !== true) return []
      const why = check.lacks?.(world)
      return why === undefined ? [] : [{ id: check.id, why }]
    })
  return [...Map.groupBy(lacking, ({ why }) => why)].map(([why, those]) => ({
    why,
    checks: those.map(({ id }) => id)
  }))
}
