import { SpecError } from "../findings.ts"
import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject, type Json, objectOf, parsePointer, valueAt } from "./json.ts"

/**
 * The fields of a member registration, which are declared once, in its schema (D-field-profile):
 *
 * - `x-member-field` of a property: whether a fund that doesn't name the field needs it (`required`, `optional`), or no fund can
 *   do without it (`always`). The property's description says so, too.
 * - `x-member-fields-of: <file>#/<Schema>` gets a property for each of them, and no other: what a fund's profile may say of it.
 * - `x-names-of: <file>#/<Schema>` becomes the `enum` of the names of all properties of that schema.
 */
export const withMemberFields = (documents: Documents): Documents =>
  mapped(documents, (path, value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, schema]) => [name, completed(documents, path, name, schema)])
        )
      : value
  )

/** By field, whether a fund that doesn't name it needs it: the fields of every schema of these files that has any. */
export const memberFieldsOf = (
  documents: Documents,
  files: ReadonlyArray<string>
): ReadonlyMap<string, "required" | "optional"> =>
  new Map(
    files
      .flatMap((file) => Object.values(objectOf(documents.read(file))))
      .flatMap(fieldsOf)
      .map(({ name, rule }) => [name, rule === "optional" ? "optional" : "required"] as const)
  )

/** The sentence in the description of a field, by its rule. */
const sentences = {
  always: "Always sent.",
  optional: "By default optional.",
  required: "By default required."
}

interface MemberField {
  readonly name: string
  readonly rule: keyof typeof sentences
  readonly description: string
}

const isRule = (value: unknown): value is MemberField["rule"] =>
  typeof value === "string" && Object.hasOwn(sentences, value)

const fieldsOf = (schema: unknown): ReadonlyArray<MemberField> =>
  Object.entries(objectOf(objectOf(schema)["properties"])).flatMap(([name, property]) => {
    const { description, "x-member-field": rule } = objectOf(property)
    return isRule(rule) ? [{ name, rule, description: `${description} ${sentences[rule]}` }] : []
  })

const completed = (documents: Documents, path: string, name: string, schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const { "x-member-fields-of": of, "x-names-of": namesOf, ...rest } = schema
  if (typeof of === "string") {
    const fields = fieldsOf(schemaAt(documents, path, name, of))
    const description = `${String(rest["description"]).trim()} ${defaultsOf(fields)}`
    return { ...rest, description, additionalProperties: false, properties: asked(fields) }
  }
  if (typeof namesOf === "string") {
    const names = Object.keys(objectOf(schemaAt(documents, path, name, namesOf)["properties"]))
    return { type: "string", enum: names, ...rest }
  }
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]))
  return fields.size === 0
    ? schema
    : { ...schema, properties: described(objectOf(rest["properties"]), fields) }
}

const described = (properties: Json, fields: ReadonlyMap<string, MemberField>): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { "x-member-field": _, ...rest } = objectOf(property)
      return [name, { ...rest, ...descriptionOf(fields.get(name)) }]
    })
  )

const descriptionOf = (field: MemberField | undefined) =>
  field === undefined ? {} : { description: field.description }

/** The two schemas are of the fund's profile, where `x-member-fields-of` stands. */
const asked = (fields: ReadonlyArray<MemberField>): Json =>
  Object.fromEntries(
    fields.map(({ description, name, rule }) => [
      name,
      { $ref: rule === "always" ? "#/AlwaysRequired" : "#/FieldRequirement", description }
    ])
  )

const defaultsOf = (fields: ReadonlyArray<MemberField>): string => {
  const names = fields.flatMap(({ name, rule }) => (rule === "optional" ? [] : [name]))
  const needed = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
  return `A field that isn't named has its default: required for ${needed}, optional for the others.`
}

const schemaAt = (documents: Documents, from: string, name: string, reference: string): Json => {
  const [file = "", pointer = ""] = reference.split("#")
  const found = valueAt(documents.read(resolvePath(from, file)), parsePointer(pointer))
  if (isObject(found)) return found
  const message = `${reference} doesn't exist`
  throw new SpecError([{ code: "ref_not_found", document: from, pointer: `/${name}`, message }])
}
