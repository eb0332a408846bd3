import type { Document, Operation, Schema } from "../openapi/operations.ts"
import { sample, type Ids } from "../bad-input/Case.ts"

/** The kind of entity that an id in a body or a query names. */
type Kind = "employers" | "employees"

/** Ids in bodies, by their pointers. An id that is missing here throws, so that no new one is forgotten. */
const IN_BODIES: Readonly<Record<string, Kind | "nobody's">> = {
  "/employer/id": "employers",
  "/employer_id": "employers",
  "/employee/id": "employees",
  "/employee_id": "employees",
  // Narrows the caller's own selection; it names no entity that could be refused.
  "/entity_id": "nobody's"
}

const IN_QUERIES: Readonly<Record<string, Kind>> = {
  employer_id: "employers",
  employee_id: "employees",
  entity_id: "employers"
}

const pointersOf = (document: Document, reference: Schema, at = ""): ReadonlyArray<string> => {
  const schema = document.resolve<Schema>(reference)
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      pointersOf(document, property, `${at}/${name}`)
    )
  }
  return schema.format === "uuid" ? [at] : []
}

const withValue = (body: any, pointer: string, value: unknown): any => {
  const [, first = "", ...rest] = pointer.split("/")
  const inner = rest.length === 0 ? value : withValue(body?.[first] ?? {}, `/${rest.join("/")}`, value)
  return { ...body, [first]: inner }
}

/**
 * The bodies in which one id belongs to another owner and every other id to the caller, by the pointer of that id. They
 * are made from the specs' own example, so that they have no other fault.
 */
export const bodiesNaming = (
  document: Document,
  { body, id: operation }: Operation,
  theirs: Ids,
  own: Ids
): ReadonlyArray<readonly [string, unknown]> => {
  if (body === undefined) return []
  const kinds = pointersOf(document, body.schema).map((pointer) => {
    const kind = IN_BODIES[pointer]
    if (kind === undefined) throw new Error(`${operation}: say in IN_BODIES whose id is at ${pointer}`)
    return [pointer, kind] as const
  })
  const tenants = kinds.filter((one): one is readonly [string, Kind] => one[1] !== "nobody's")
  const usual = tenants
    .filter(([pointer]) => pointer.startsWith("/employer"))
    .reduce(
      (so, [pointer, kind]) => withValue(so, pointer, own[kind]!["id"]),
      body.examples[0] ?? sample(document, body.schema)
    )
  return tenants.map(([pointer, kind]) => [pointer, withValue(usual, pointer, theirs[kind]!["id"])])
}

/** The queries that name another owner's entity. */
export const queriesNaming = ({ parameters }: Operation, theirs: Ids): ReadonlyArray<string> =>
  parameters
    .filter((parameter) => parameter.in === "query" && parameter.name.endsWith("_id"))
    .filter(({ name }) => name !== "remote_id")
    .map(({ name }) => {
      const kind = IN_QUERIES[name]
      if (kind === undefined) throw new Error(`say in IN_QUERIES whose id ${name} is`)
      return `${name}=${theirs[kind]!["id"]}`
    })

/** The ids of an owner's entities, to search for in answers to others. */
export const idsIn = (ids: Ids): ReadonlyArray<string> => [
  ...new Set(Object.values(ids).flatMap((one) => Object.values(one)))
]
