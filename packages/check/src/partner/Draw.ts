/**
 * The values that the kit makes up are drawn from the check's seed, so that the same seed has the same cases. Each kind of value
 * has a stream of its own: one more draw of one kind changes no other.
 *
 * The trap: ids aren't drawn. A receiver keeps the webhook-ids that it has seen, and would take a second run with the same
 * seed for repeats.
 */
import { type Draws, fnv1a } from "../run/Draws.ts"

export interface Draw {
  /** A whole number, both bounds included. */
  readonly int: (kind: string, from: number, to: number) => number
  readonly pick: <A>(kind: string, all: readonly [A, ...ReadonlyArray<A>]) => A
  readonly shuffled: <A>(kind: string, all: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** A hash whose neighbours are spread: numbers that differ in one digit become unlike. */
const hashOf = (text: string): number => {
  let hash = fnv1a(text)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The draws of one check. The seed is read where something is drawn: a check that draws nothing is the same for each. */
export const drawOf = (draws: Pick<Draws, "seed">): Draw => {
  const drawn = new Map<string, number>()
  /** At least 0, and less than `below`. */
  const next = (kind: string, below: number): number => {
    const nth = (drawn.get(kind) ?? 0) + 1
    drawn.set(kind, nth)
    return hashOf(`${draws.seed} ${kind} ${nth}`) % below
  }
  return {
    int: (kind, from, to) => from + next(kind, to - from + 1),
    pick: (kind, all) => all[next(kind, all.length)]!,
    shuffled: (kind, all) => {
      const shuffled = [...all]
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = next(kind, last + 1)
        ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
      }
      return shuffled
    }
  }
}

/** Letters beyond ASCII, of one to four bytes each in UTF-8, that databases and encodings trip over. */
const beyondAscii = [
  "Đặng",
  "Müller-Öz",
  "李",
  "Ἀθηνᾶ",
  "משה",
  "İıßſ",
  "e\u0301",
  "🪃👩🏽‍🌾",
  "½№",
  "\u{2070E}"
] as const

/** A part of a remote_id with letters beyond ASCII. */
export const beyondAsciiPart = (draw: Draw): string => draw.pick("letters", beyondAscii)

/** An identifier as software makes them, of this number. */
export const plainRemoteId = (draw: Draw, word: string, nth: number): string =>
  draw.pick("remote id", [
    `${word}-${nth}`,
    `${word.toUpperCase()}_${String(nth).padStart(6, "0")}`,
    `${word.slice(0, 3)}.${nth}`,
    `${word}:${nth}/a`,
    `${word}-${"0123456789".repeat(20)}-${nth}`
  ])

/** JSON that isn't what a serialiser writes: parsing and writing it again changes its bytes, and so does trimming it. */
export const spacedJson = (draw: Draw, value: object): string => {
  const indent = draw.pick("indent", [1, 2, 3, 4, 8, "\t"])
  const letter = draw.pick("escape", ["v", "1"])
  const escaped = `\\u00${letter.codePointAt(0)!.toString(16)}`
  const text = JSON.stringify(value, null, indent)
  const written = text.replace('"v1"', `"${"v1".replace(letter, escaped)}"`)
  return `${draw.pick("before", ["", "\n", " "])}${written}${draw.pick("after", ["\n", "\r\n", "  "])}`
}

/** A header name in another case: of each word's first letter, of all, or of some. */
export const inOtherCase = (draw: Draw): ((name: string) => string) =>
  draw.pick<(name: string) => string>("case", [
    (name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    (name) => name.toUpperCase(),
    (name) => name.replace(/[a-z](?=[a-z])/g, (letter) => letter.toUpperCase())
  ])
