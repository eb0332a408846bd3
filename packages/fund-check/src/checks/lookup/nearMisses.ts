/**
 * Valid ABNs that are like an employer's ABN without being it. A fund that compares only a part of the number matches
 * all ABNs of one kind; a correct fund matches hardly any, since few valid ABNs are its employers.
 */
import { isAbn } from "@embedded-super/contracts/pure-checks"

/** The ways in which a comparison takes two ABNs for one. */
export type Likeness = "beginning" | "end" | "order"

const WANTED = 6

const withNumber = (digits: number, make: (number: string) => string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let number = 0; number < 10 ** digits && found.length < WANTED; number++) {
    const abn = make(String(number).padStart(digits, "0"))
    if (isAbn(abn)) found.push(abn)
  }
  return found
}

/** Swaps each pair of digits; two swaps keep a valid checksum more often than one. */
const reordered = (abn: string): ReadonlyArray<string> => {
  const swapped = (text: string, one: number, other: number): string => {
    const digits = [...text]
    const kept = digits[one]!
    digits[one] = digits[other]!
    digits[other] = kept
    return digits.join("")
  }
  const pairs = Array.from({ length: 11 }, (_, one) =>
    Array.from({ length: 10 - one }, (_, more) => [one, one + more + 1] as const)
  ).flat()
  const once = pairs.map(([one, other]) => swapped(abn, one, other))
  const twice = once.flatMap((text) => pairs.map(([one, other]) => swapped(text, one, other)))
  return [...new Set([...once, ...twice])].filter(isAbn)
}

/** Up to six other valid ABNs of one likeness. */
export const nearMisses = (abn: string, likeness: Likeness): ReadonlyArray<string> => {
  const all =
    likeness === "beginning"
      ? withNumber(3, (end) => abn.slice(0, 8) + end)
      : likeness === "end"
        ? withNumber(3, (beginning) => beginning + abn.slice(3))
        : reordered(abn)
  return all.filter((other) => other !== abn).slice(0, WANTED)
}
