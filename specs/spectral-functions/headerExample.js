import { schema as validate } from "@stoplight/spectral-functions"

/** The example of a header satisfies the header's schema. */
export default function headerExample({ example, schema }, _options, context) {
  const findings = validate(example, { schema, dialect: "draft2020-12", allErrors: true }, context) ?? []
  return findings.map(({ message }) => ({
    message: `The example doesn't fit: ${message}`,
    path: [...context.path, "example"]
  }))
}
