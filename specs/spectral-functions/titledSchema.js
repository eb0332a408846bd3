/** Schemas that no name leads to: a property's values need a title of their own. */
const untitled = (schema, path) =>
  Object.entries(schema.properties ?? {})
    .filter(([, property]) => property.enum !== undefined && property.title === undefined)
    .map(([name]) => ({
      message: `The values of ${name} have no title.`,
      path: [...path, "properties", name]
    }))

export default function titledSchema(schemas, _options, { document, path }) {
  if (document.data.asyncapi === undefined) return []
  return Object.entries(schemas).flatMap(([name, schema]) => [
    ...(schema.title === name
      ? []
      : [{ message: `${name} doesn't have its name as title.`, path: [...path, name] }]),
    ...untitled(schema, [...path, name])
  ])
}
