import { pasted } from "@embedded-super/contracts/pasted"
import { isAbn, isUsi } from "@embedded-super/contracts/pure-checks"
import type { FundProduct } from "./FundProductsRepo.ts"
import { fold } from "./FundsRepo.ts"

const words = (text: string): ReadonlyArray<string> =>
  fold(text)
    .split(/\s+/)
    .filter((word) => word !== "")

/** The words of a query; one for a pasted ABN or USI, whatever is between its digits. */
export const wordsOf = (query: string): ReadonlyArray<string> => {
  const number = [pasted("abn", query), pasted("usi", query)].find((one) => isAbn(one) || isUsi(one))
  return number === undefined ? words(query) : [fold(number)]
}

/** The text that a query is compared with, as `FundsRepo` stores it. */
export const searchText = ({ abn, fund_name, name, usi }: FundProduct): string =>
  fold([fund_name, name, abn, usi].join(" "))

/** Whether a query is the whole name of a product or of its fund, its USI or its fund's ABN. */
export const isNamed = (query: string, { abn, fund_name, name, usi }: FundProduct): boolean => {
  const typed = wordsOf(query).join(" ")
  return [fund_name, name, abn, usi].some((one) => words(one).join(" ") === typed)
}
