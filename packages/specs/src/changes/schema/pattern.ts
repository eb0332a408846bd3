import { DFA, isDisjointWith, JS, NFA } from "refa"

/** Enough for the longest of our patterns; beyond it, a pattern counts as one that can't be compared. */
const maxNodes = 20_000

/** A pattern as a formal language. JSON Schema searches, so a pattern without anchors matches anywhere in the text. */
const languageOf = (pattern: string): NFA => {
  const { body, atStart, atEnd } = unanchor(pattern)
  const source = `${atStart ? "" : "[^]*"}(?:${body})${atEnd ? "" : "[^]*"}`
  const parser = JS.Parser.fromLiteral({ source, flags: "u" })
  const { expression, maxCharacter } = parser.parse({ assertions: "throw", backreferences: "throw" })
  return NFA.fromRegex(
    expression,
    { maxCharacter },
    { assertions: "throw" },
    new NFA.LimitedNodeFactory(maxNodes)
  )
}

/** Removes the outer anchors. An anchor inside one alternative stays; such a pattern can't be compared. */
const unanchor = (pattern: string) => {
  if (hasAlternatives(pattern)) return { body: pattern, atStart: false, atEnd: false }
  const atStart = pattern.startsWith("^")
  const atEnd = /(?:^|[^\\])(?:\\\\)*\$$/.test(pattern)
  return { body: pattern.slice(atStart ? 1 : 0, atEnd ? -1 : undefined), atStart, atEnd }
}

/** Whether a `|` is outside every group. */
const hasAlternatives = (pattern: string): boolean => {
  const bare = pattern.replaceAll(/\\./gu, "").replaceAll(/\[[^\]]*\]/g, "")
  let depth = 0
  for (const letter of bare) {
    if (letter === "(") depth++
    else if (letter === ")") depth--
    else if (letter === "|" && depth === 0) return true
  }
  return false
}

const contains = (larger: NFA, smaller: NFA): boolean => {
  const outside = DFA.fromFA(larger, new DFA.LimitedNodeFactory(maxNodes))
  outside.complement()
  return isDisjointWith(smaller, outside, maxNodes)
}

/**
 * Whether some text matches only the old pattern, and some only the new one. Patterns that can't be compared (with
 * assertions, or too large) count as different in both ways.
 */
export const comparePatterns = (before: string, after: string): { narrower: boolean; wider: boolean } => {
  if (before === after) return { narrower: false, wider: false }
  try {
    const [old, young] = [languageOf(before), languageOf(after)]
    return { narrower: !contains(young, old), wider: !contains(old, young) }
  } catch {
    return { narrower: true, wider: true }
  }
}
