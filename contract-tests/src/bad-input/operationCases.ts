import type { Document, Operation } from "../openapi/operations.ts"
import { bodyCases } from "./bodyCases.ts"
import { callerCases, type ForeignTargets, type Keys } from "./callerCases.ts"
import type { Case, WireRequest } from "./Case.ts"
import { parameterCases } from "./parameterCases.ts"
import { sample } from "./samples.ts"
import { targetCases } from "./targetCases.ts"

/** Ids of things that exist, by what they are of and by the name of the parameter. */
export type Ids = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What is true of the service that bad requests are sent to. */
export interface Surroundings {
  readonly keys: {
    readonly partner: string
    readonly product: string
    readonly deactivated: { readonly partner: string; readonly product: string }
  }
  readonly mine: Ids
  /** The same kinds of ids, by whom they belong to. */
  readonly others: ReadonlyArray<readonly [string, Ids]>
}

/** What an operation's path is about: a tag, which the sandbox's operations name in their paths. */
const subjectOf = ({ path, tag }: Operation): string =>
  tag === "sandbox" ? (path.split("/sandbox/")[1]?.split("/")[0] ?? tag) : tag

const targetOf = (operation: Operation, ids: Ids): string =>
  operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[subjectOf(operation)]?.[name]
    if (id === undefined) throw new Error(`there is no ${name} for ${operation.id}`)
    return id
  })

const keysOf = (operation: Operation, { keys }: Surroundings): Keys => {
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

/** Every bad request that the specs of an operation let one think of, each with one thing wrong. */
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
  const conditional = operation.parameters.some(({ name }) => name === "If-Match")
  const good: WireRequest = {
    method: operation.method,
    target: targetOf(operation, surroundings.mine),
    headers: {
      ...(operation.security.length === 0 ? {} : { "x-api-key": keys.good }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(conditional ? { "if-match": "*" } : {})
    },
    body: body === undefined ? undefined : JSON.stringify(body)
  }
  return [
    ...callerCases(operation, good, keys, foreignOf(operation, surroundings)),
    ...targetCases(operation, good, all),
    ...parameterCases(operation, good),
    ...bodyCases(document, operation, good, body ?? {})
  ]
}
