import * as Schema from "effect/Schema"

/**
 * An object that allows no other keys, regardless of the parse options: for answers that are distinguished by the
 * absence of other keys, and for files that people write. Decoding an object with other keys fails, and names each of
 * them.
 */
export const closed = <const Fields extends Schema.Struct.Fields>(fields: Fields): Schema.Struct<Fields> => {
  const known = new Set(Object.keys(fields))
  const otherKey = Schema.String.check(Schema.makeFilter((key: string) => !known.has(key)))
  const schema = Schema.StructWithRest(Schema.Struct(fields), [Schema.Record(otherKey, Schema.Never)])
  return Object.assign(schema, { fields }) as never
}
