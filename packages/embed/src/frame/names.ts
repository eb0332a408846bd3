/**
 * The names on the screen, which nobody translates: of people, employers, funds, products, the partner. They are learned from
 * the service's answers, and found again inside the frame's sentences.
 */

/** The members of the service's answers that hold a name; the draft's tick of "only one name" holds none. */
const MEMBER = /^(?!only_one_)(?:[a-z_]+_)?name$/

/** A shorter name could be part of any sentence. */
const SHORTEST = 3

const names = new Set<string>()
let pattern: RegExp | undefined

/** Learns the names in an answer of the service. */
export const learnNames = (answer: unknown): void => {
  if (typeof answer !== "object" || answer === null) return
  for (const [member, value] of Object.entries(answer)) {
    if (typeof value !== "string") learnNames(value)
    else if (MEMBER.test(member) && value.length >= SHORTEST && !names.has(value)) {
      names.add(value)
      pattern = undefined
    }
  }
}

/** A piece of a text. */
export interface Piece {
  readonly text: string
  readonly isName: boolean
}

/** The longest name first, because one may begin with another: Banksia Super, Banksia Super Growth. */
const patternOf = (): RegExp => {
  const all = [...names].toSorted((one, other) => other.length - one.length)
  const escaped = all.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "u")
}

/** A text in pieces: its names, and what is between them. */
export const piecesOf = (text: string): ReadonlyArray<Piece> => {
  if (names.size === 0) return [{ text, isName: false }]
  pattern ??= patternOf()
  return text
    .split(pattern)
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "")
}
