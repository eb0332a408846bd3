/** Mistakes that a word of this length is forgiven: a letter too many, too few, another one, or two in the wrong order. */
const forgiven = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/**
 * How many mistakes lead from a typed word to the beginning of another (optimal string alignment). To its beginning: a
 * search runs while people type.
 */
const mistakes = (typed: string, word: string): number => {
  let [before, last] = [[] as ReadonlyArray<number>, Array.from({ length: word.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row]
    for (let at = 1; at <= word.length; at += 1) {
      const differs = typed[row - 1] === word[at - 1] ? 0 : 1
      const isSwapped =
        row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1]
      next.push(
        Math.min(
          last[at]! + 1,
          next[at - 1]! + 1,
          last[at - 1]! + differs,
          isSwapped ? before[at - 2]! + 1 : Infinity
        )
      )
    }
    ;[before, last] = [last, next]
  }
  return Math.min(...last)
}

/** A number isn't forgiven a wrong digit: it would name another fund. */
const isNumber = (word: string): boolean => /\d/.test(word)

/** Whether a text has each of the typed words, as part of it or as a misspelt beginning of one of its words. */
export const hasNearWords = (typed: ReadonlyArray<string>, text: string): boolean => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  return typed.every(
    (one) =>
      text.includes(one) ||
      (!isNumber(one) && forgiven(one) > 0 && words.some((word) => mistakes(one, word) <= forgiven(one)))
  )
}
