import { pasted } from "@embedded-super/contracts/pasted"
import { isAbn, isUsi } from "@embedded-super/contracts/pure-checks"
import type { FundProduct } from "./FundProductsRepo.ts"

type NamedProduct = Pick<FundProduct, "abn" | "fund_name" | "name" | "usi">

/** A name in its form for sorting and searching: in lower case, without accents. */
export const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

const words = (text: string): ReadonlyArray<string> =>
  fold(text)
    .split(/\s+/)
    .filter((word) => word !== "")

/** The words of a query; one for a pasted ABN or USI, whatever is between its digits. */
export const wordsOf = (query: string): ReadonlyArray<string> => {
  const number = [pasted("abn", query), pasted("usi", query)].find((one) => isAbn(one) || isUsi(one))
  return number === undefined ? words(query) : [fold(number)]
}

/** The text of a product that a query is compared with; `FundsRepo` stores it. */
export const searchText = ({ abn, fund_name, name, usi }: NamedProduct): string =>
  fold([fund_name, name, abn, usi].join(" "))

/** Whether a query is the whole name of a product or of its fund, its USI or its fund's ABN. */
export const isNamed = (query: string, { abn, fund_name, name, usi }: NamedProduct): boolean => {
  const typed = wordsOf(query).join(" ")
  return [fund_name, name, abn, usi].some((one) => words(one).join(" ") === typed)
}

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

/** The mistakes in one typed word, against the words of a text; infinitely many if they aren't forgiven. */
const mistakesOf = (typed: string, text: string, words: ReadonlyArray<string>): number => {
  if (text.includes(typed)) return 0
  if (isNumber(typed)) return Infinity
  const fewest = Math.min(...words.map((word) => mistakes(typed, word)))
  return fewest > forgiven(typed) ? Infinity : fewest
}

/** The mistakes in all typed words: 0 if the text contains each of them, infinitely many if one isn't forgiven. */
export const mistakesIn = (typed: ReadonlyArray<string>, text: string): number => {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  return typed.reduce((sum, one) => sum + mistakesOf(one, text, words), 0)
}

/** The items with the fewest forgiven mistakes, in their order, and how many mistakes that are; 0 if there are no items. */
export const closest = <Item>(
  typed: ReadonlyArray<string>,
  items: ReadonlyArray<Item>,
  textOf: (item: Item) => string
): { readonly items: ReadonlyArray<Item>; readonly mistakes: number } => {
  const counted = items.map((item) => ({ item, mistakes: mistakesIn(typed, textOf(item)) }))
  const fewest = Math.min(...counted.map(({ mistakes }) => mistakes))
  if (fewest === Infinity) return { items: [], mistakes: 0 }
  return {
    items: counted.flatMap(({ item, mistakes }) => (mistakes === fewest ? [item] : [])),
    mistakes: fewest
  }
}
