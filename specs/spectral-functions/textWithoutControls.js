/**
 * Text that is taken in holds no control characters, and text of one line nothing invisible: values.yaml says which and why.
 * The pattern itself is judged: a character is admitted if any part of the pattern matches it.
 */
const range = (from, to = from) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index))

const lineBreaks = ["\t", "\n", "\r"]
const overrides = range(0x202a, 0x202e)
const controls = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)]
const invisible = [0xad, 0x61c, 0x200b, 0xfeff]
  .flatMap((code) => range(code))
  .concat(range(0x200e, 0x200f), range(0x2028, 0x2029), range(0x2060, 0x206f), range(0xfff9, 0xfffb))

/** Fillers, which are letters that show nothing, and codes that are no characters: codegen adds those beyond U+FFFF. */
const nothing = [0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x2800, 0x3164, 0xffa0, 0xfffe, 0xffff]
  .flatMap((code) => range(code))
  .concat(range(0xfdd0, 0xfdef), range(0xfff0, 0xfff8))

const ofOneLine = [...controls, ...overrides, ...invisible, ...nothing]
const ofSeveralLines = [...controls, ...overrides, ...nothing].filter(
  (character) => !lineBreaks.includes(character)
)

/** The parts of a pattern that match one character each. What stands between them matches none. */
const part =
  /\[(?:\\.|[^\]\\])*\]|\\u[\da-fA-F]{4}|\\u\{[\da-fA-F]+\}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\[bB]|\\.|\(\?:|\{\d+(?:,\d*)?\}|[()|^$*+?]|[^]/gu

const structure = /^(?:\(\?:|\{\d.*\}|[()|^$*+?])$/

/** Why a pattern can't be judged, or undefined. */
const unclear = (pattern, parts) => {
  if (/\(\?[^:]|\\[1-9bBk]/.test(pattern)) return "holds a look-around, a back reference or a word boundary"
  if (parts[0] !== "^" || parts.at(-1) !== "$") return "isn't bound to the beginning and the end, by ^ and $"
  let depth = 0
  for (const one of parts) {
    depth += one === "(" || one === "(?:" ? 1 : one === ")" ? -1 : 0
    if (one === "|" && depth === 0) return "needs brackets around its alternatives, inside ^ and $"
  }
  return undefined
}

const nameOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`

const admitted = (pattern, characters) => {
  const parts = pattern.match(part) ?? []
  const why = unclear(pattern, parts)
  if (why !== undefined) return `its pattern ${why}`
  const texts = parts.filter((one) => !structure.test(one)).map((one) => new RegExp(`^${one}$`, "u"))
  const found = characters.filter((character) => texts.some((text) => text.test(character)))
  return found.length === 0 ? undefined : `its pattern admits ${found.slice(0, 5).map(nameOf).join(", ")}`
}

const judge = (schema, severalLines) => {
  if (schema.format === "binary") return undefined
  const characters =
    schema["x-pasted"] !== undefined
      ? controls
      : severalLines.includes(schema.pattern)
        ? ofSeveralLines
        : ofOneLine
  const listed = schema.enum ?? (schema["x-values"] && Object.keys(schema["x-values"]))
  const values = listed ?? (schema.const === undefined ? undefined : [schema.const])
  if (values !== undefined) {
    const found = characters.find((character) => values.some((value) => String(value).includes(character)))
    return found === undefined ? undefined : `one of its values holds ${nameOf(found)}`
  }
  return schema.pattern === undefined ? "it has no pattern" : admitted(schema.pattern, characters)
}

const isText = ({ type }) => type === "string" || (Array.isArray(type) && type.includes("string"))

/** `severalLines` lists the patterns of texts that take tab and line breaks. */
export default function textWithoutControls(root, { severalLines }, context) {
  const found = []
  const seen = new Set()
  const visit = (schema, path) => {
    if (schema === null || typeof schema !== "object" || seen.has(schema)) return
    seen.add(schema)
    const wrong = isText(schema) ? judge(schema, severalLines) : undefined
    if (wrong !== undefined) found.push({ message: `Text may hold control characters: ${wrong}.`, path })
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(property, [...path, "properties", name])
    for (const keyword of ["items", "additionalProperties", "propertyNames"])
      visit(schema[keyword], [...path, keyword])
    for (const keyword of ["oneOf", "anyOf", "allOf"])
      for (const [index, branch] of (schema[keyword] ?? []).entries())
        visit(branch, [...path, keyword, index])
  }
  visit(root, context.path)
  return found
}
