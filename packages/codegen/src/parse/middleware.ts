import type { Middleware, Operation, Security } from "../model/Api.ts"
import { present } from "../documents/json.ts"

/** The middlewares that an api's headers name, with their principal and their problems. */
export const parseMiddlewares = (
  operations: ReadonlyArray<Operation>,
  securities: ReadonlyArray<Security>
): ReadonlyArray<Middleware> => {
  const coded = operations.filter((operation) => operation.planned === undefined)
  const names = new Set(
    coded.flatMap((operation) => operation.headers.flatMap((header) => header.middleware ?? []))
  )
  return [...names].toSorted().map((name) => {
    const mine = coded.filter((operation) => operation.headers.some((header) => header.middleware === name))
    const principals = new Set(
      mine.map((operation) => securities.find((each) => each.requirement === operation.security)?.principal)
    )
    return present({
      name,
      // Callers of different kinds have no common principal.
      principal: principals.size === 1 ? [...principals][0] : undefined,
      problems: (mine[0]?.problems ?? []).filter((problem) =>
        mine.every((operation) => operation.problems.includes(problem))
      )
    }) as Middleware
  })
}
