import { schema as validate } from "@stoplight/spectral-functions"

/** The examples of a named schema satisfy it. */
export default function examplesFit(named, _options, context) {
  const { examples, ...schema } = named
  return (examples ?? []).flatMap((example, index) =>
    (validate(example, { schema, dialect: "draft2020-12", allErrors: true }, context) ?? []).map(
      (finding) => ({
        message: `Example ${index + 1}: ${finding.message}`,
        path: [...context.path, "examples", index]
      })
    )
  )
}
