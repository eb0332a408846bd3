import type { Document, Operation } from "../openapi/operations.ts"
import { bodyCases } from "./bodyCases.ts"
import { callerCases, type ForeignTargets, type Keys } from "./callerCases.ts"
import { type Case, goodRequest, type Ids, targetOf, sample } from "./Case.ts"
import { parameterCases } from "./parameterCases.ts"
import { targetCases } from "./targetCases.ts"

/** Another caller with valid keys and entities. A sibling product has the same partner. */
export interface Stranger {
  readonly whose: string
  readonly ids: Ids
  readonly product: string
  readonly partner: string | undefined
}

/** The service's data that bad requests refer to. */
export interface Surroundings {
  readonly keys: {
    readonly partner: string
    readonly product: string
    readonly deactivated: { readonly partner: string; readonly product: string }
  }
  readonly mine: Ids
  /** The same kinds of ids, by owner. */
  readonly others: ReadonlyArray<readonly [string, Ids]>
  /** Those other owners with their own keys. */
  readonly strangers: ReadonlyArray<Stranger>
}

/** The keys that a caller of an operation may present. */
export const keysOf = (operation: Operation, { keys }: Surroundings): Keys => {
  const kind = operation.security.includes("PartnerKey") ? "partner" : "product"
  return {
    good: keys[kind],
    wrongKind: keys[kind === "partner" ? "product" : "partner"],
    deactivated: keys.deactivated[kind]
  }
}

const foreignOf = (operation: Operation, { mine, others }: Surroundings): ForeignTargets =>
  operation.path.includes("{")
    ? others
        .map(([whose, ids]) => [whose, targetOf(operation, ids)] as const)
        .filter(([, target]) => target !== targetOf(operation, mine))
    : []

/** Every bad request that can be derived from the specs of an operation, each with one fault. */
export const operationCases = (
  document: Document,
  all: ReadonlyArray<Operation>,
  operation: Operation,
  surroundings: Surroundings
): ReadonlyArray<Case> => {
  const keys = keysOf(operation, surroundings)
  const body =
    operation.body === undefined
      ? undefined
      : (sample(document, operation.body.schema) as Record<string, unknown>)
  const target = targetOf(operation, surroundings.mine)
  const good = goodRequest(document, operation, target, { "x-api-key": keys.good })
  return [
    ...callerCases(operation, good, keys, foreignOf(operation, surroundings)),
    ...targetCases(operation, good, all),
    ...parameterCases(operation, good),
    ...bodyCases(document, operation, good, body ?? {})
  ]
}
