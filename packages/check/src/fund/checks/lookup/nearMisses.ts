/**
 * Valid ABNs that are like an employer's ABN without being it. A fund that compares only a part of the number matches
 * all ABNs of one kind; a correct fund matches hardly any, since few valid ABNs are its employers.
 */
import { isAbn } from "@embedded-super/contracts/pure-checks"

/** The ways in which a comparison takes two ABNs for one. */
export type Likeness = "beginning" | "end" | "order"

const WANTED = 6

const DIGITS = 11

/** The most digits that others may have in common with an employer: with more, too few of them are valid. */
export const MOST_KEPT = 8

/** ABNs of which exactly so many digits are those of `abn`; `make` puts the kept ones beside the others. */
const withNumber = (
  kept: number,
  next: string,
  make: (differing: string, free: string) => string
): ReadonlyArray<string> => {
  const found: Array<string> = []
  const free = DIGITS - kept - 1
  const differing = [..."0123456789"].filter((digit) => digit !== next)
  for (let number = 0; number < 10 ** free; number++) {
    for (const digit of differing) {
      const abn = make(digit, String(number).padStart(free, "0"))
      if (isAbn(abn)) found.push(abn)
      if (found.length === WANTED) return found
    }
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

/** Up to six other valid ABNs of one likeness. `kept`: so many digits at the beginning, or at the end, are the same. */
export const nearMisses = (abn: string, likeness: Likeness, kept = MOST_KEPT): ReadonlyArray<string> => {
  const all =
    likeness === "beginning"
      ? withNumber(kept, abn[kept]!, (differing, free) => abn.slice(0, kept) + differing + free)
      : likeness === "end"
        ? withNumber(kept, abn.at(-kept - 1)!, (differing, free) => free + differing + abn.slice(-kept))
        : reordered(abn)
  return all.filter((other) => other !== abn).slice(0, WANTED)
}

/** An ABN that nobody can have, and the digits of an employer's ABN that it has. */
interface InvalidAbn {
  readonly abn: string
  /** Completes "The fund finds an employer by …". */
  readonly words: string
}

/** How many digits at an end differ, in words about the others. */
const ends = [
  [2, "the first nine digits", "the last nine digits"],
  [1, "the first ten digits", "the last ten digits"]
] as const

/** ABNs with wrong check digits that have nine or ten digits of an employer's ABN, at its beginning or at its end. */
export const invalidAbns = (abn: string): ReadonlyArray<InvalidAbn> =>
  ends.flatMap(([count, beginning, end]) => {
    const digits = Array.from({ length: 10 ** count }, (_, number) => String(number).padStart(count, "0"))
    const others = (place: string) =>
      digits.filter((made) => [...made].every((digit, index) => digit !== place[index]))
    const first = others(abn.slice(-count)).find((made) => !isAbn(abn.slice(0, -count) + made))
    // An ABN doesn't begin with a zero, and some programs drop one.
    const last = others(abn.slice(0, count)).find(
      (made) => !made.startsWith("0") && !isAbn(made + abn.slice(count))
    )
    return [
      ...(first === undefined ? [] : [{ abn: abn.slice(0, -count) + first, words: beginning }]),
      ...(last === undefined ? [] : [{ abn: last + abn.slice(count), words: end }])
    ]
  })
