import * as Schema from "effect/Schema"

/**
 * An object in which no other keys may stand, whatever the parse options: for answers that are told apart by having no
 * others. Decoding an object with other keys fails.
 */
export const closed = <const Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> => {
  const known = Object.keys(fields)
  const nothingElse = Schema.makeFilter(
    (value: unknown) => typeof value !== "object" || value === null || Object.keys(value).every(isKnown),
    { expected: `an object with no keys besides ${known.join(", ")}`, issueCode: "unknown_property" }
  )
  function isKnown(key: string): boolean {
    return known.includes(key)
  }
  const schema = Schema.Unknown.check(nothingElse).pipe(Schema.decodeTo(Schema.Struct(fields) as never))
  return Object.assign(schema, { fields }) as never
}
