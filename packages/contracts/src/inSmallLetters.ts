import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** A UUID in capitals is the same id (RFC 9562, section 4). Behind the schemas, ids are compared as texts. */
export const inSmallLetters = (text: typeof Schema.String) =>
  text.pipe(Schema.decode(SchemaTransformation.toLowerCase()))
