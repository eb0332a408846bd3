import type { Operation } from "../openapi/operations.ts"

const isText = (value: unknown): value is string => typeof value === "string"

/** The cursors in the examples of a list operation: of its parameter, and of its answers. */
export const exampleCursors = ({ answers, parameters }: Operation): ReadonlyArray<string> =>
  [
    parameters.find(({ in: place, name }) => place === "query" && name === "after")?.example,
    ...answers.map((answer) => (answer as { pagination?: { next_cursor?: unknown } }).pagination?.next_cursor)
  ].filter(isText)

/** The operations whose `after` is a cursor. */
export const isPaged = ({ parameters }: Operation): boolean =>
  parameters.some(
    ({ in: place, name, schema }) => place === "query" && name === "after" && schema.type === "string"
  )
