import { type Documents, mapped } from "./Documents.ts"
import { isObject, type Json, objectOf } from "./json.ts"

const VERSION = "../schemas/values.yaml#/ApiVersion"
const NO_DATA = "#/NoMessageData"

/**
 * The messages of an embed's frame, from the table `x-messages` of the union: a row for each kind, with when it is sent, what its
 * `data` holds (all of it is always there; left out, nothing), and an example of that. A row becomes a schema, which is named
 * for its kind.
 */
export const withMessages = (documents: Documents): Documents =>
  mapped(documents, (path, value) =>
    path.startsWith("embed-messages/") && isObject(value)
      ? Object.fromEntries(Object.entries(value).flatMap(([name, schema]) => expand(name, objectOf(schema))))
      : value
  )

const expand = (
  name: string,
  { "x-messages": table, ...schema }: Json
): ReadonlyArray<readonly [string, Json]> => {
  if (!isObject(table)) return [[name, schema]]
  const { description, ...rest } = schema
  const oneOf = Object.keys(table).map((kind) => ({ $ref: `#/${nameOf(kind)}` }))
  const rows = Object.entries(table).map(
    ([kind, row]) => [nameOf(kind), message(kind, objectOf(row))] as const
  )
  return [[name, { description, oneOf, ...rest }], ...rows]
}

/** `mfa_verification:complete` is MfaVerificationCompleteMessage. */
const nameOf = (kind: string): string =>
  `${kind
    .split(/[_:]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("")}Message`

const message = (kind: string, { data, description, example, ...rest }: Json): Json => ({
  type: "object",
  additionalProperties: false,
  required: ["kind", "version", "data"],
  description,
  properties: {
    kind: { type: "string", const: kind, description: `Always \`${kind}\` here.` },
    version: { $ref: VERSION, description: "Version of the message's format." },
    data: isObject(data) ? closed(data) : { $ref: NO_DATA }
  },
  examples: [{ kind, version: "v1", data: example ?? {} }],
  ...rest
})

const closed = ({ description, properties }: Json): Json => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(objectOf(properties)),
  description,
  properties
})
