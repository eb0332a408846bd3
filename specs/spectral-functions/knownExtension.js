/** An extension that nobody reads is a slip of the pen. Names in examples and HTTP header names are not extensions. */
export default function knownExtension(name, options, context) {
  const inExample = context.path.some((key) => key === "example" || key === "examples" || key === "value")
  if (inExample || options.names.includes(name)) return []
  return [{ message: `"${name}" is not an extension that anything here reads.` }]
}
