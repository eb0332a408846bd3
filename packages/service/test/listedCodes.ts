import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { fieldCodes } from "@embedded-super/contracts/field-codes"
import type { FieldError } from "@embedded-super/contracts/schemas"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"

type Codes = Readonly<Record<string, ReadonlyArray<string>>>

/** The operations of the embed API. */
export const embedEndpoints: ReadonlyArray<HttpApiEndpoint.Top> = Object.values(EmbedApi.groups).flatMap(
  (group): ReadonlyArray<HttpApiEndpoint.Top> => Object.values(group.endpoints)
)

const pathPattern = ({ path }: HttpApiEndpoint.Top): RegExp =>
  new RegExp(`^${path.replaceAll(/:[a-z_]+/g, "[^/]+")}$`)

/** The listed place of a finding: `*` for each item of a list; an unknown property is a finding on its object. */
const listedPlace = ({ code, pointer }: FieldError, codes: Codes): string => {
  const place = pointer.slice(1).replaceAll(/\/[0-9]+(?=\/|$)/g, "/*")
  return code !== "unknown_property" || place in codes ? place : place.slice(0, place.lastIndexOf("/"))
}

/**
 * The findings on a body that the specs don't list for its operation. A frame has no sentence for such a code. The requests
 * of the tests fail with them, so that every rule that a test breaks is compared with the specs.
 */
export const unlistedFindings = (
  method: string,
  path: string,
  errors: ReadonlyArray<FieldError>
): ReadonlyArray<string> => {
  const endpoint = embedEndpoints.find((each) => each.method === method && pathPattern(each).test(path))
  if (endpoint === undefined) return []
  const codes = (fieldCodes as Readonly<Record<string, Codes>>)[endpoint.identifier] ?? {}
  return errors
    .filter((error) => error.in === "body" && error.code !== "duplicate_property")
    .filter((error) => codes[listedPlace(error, codes)]?.includes(error.code) !== true)
    .map(({ code, pointer }) => `${endpoint.identifier} ${pointer} ${code}`)
}
