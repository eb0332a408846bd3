const typed = ["parameters", "headers", "responses", "requestBodies"]

/** Generators make a type of each component, of whatever section, and most of them fold capitals. */
export default function distinctNames(components, _options, { path }) {
  const schemas = new Set(Object.keys(components.schemas ?? {}).map((name) => name.toLowerCase()))
  return typed.flatMap((section) =>
    Object.keys(components[section] ?? {})
      .filter((name) => schemas.has(name.toLowerCase()))
      .map((name) => ({
        message: `${section}/${name} is named as a schema.`,
        path: [...path, section, name]
      }))
  )
}
