/**
 * A page as a scene's steps see it in another language: they look for English words, and the page is searched for the words
 * of that language at the same place in the texts. Names that aren't words of ours, such as a fund's, stay.
 */
import type { Page } from "playwright-core"
import { en, type Words } from "../../src/texts/en/index.ts"

/** The arguments that a text's function is called with, to find the words around its parameters. */
const CALLS: ReadonlyArray<ReadonlyArray<unknown>> = [
  ["\0", "\0"],
  [3, false],
  [1, false],
  [0, false]
]

type Pair = readonly [english: string, other: string]

/** Every text in both languages. */
const pairsOf = (english: unknown, other: unknown): ReadonlyArray<Pair> => {
  if (typeof english === "string") return [[english, other as string]]
  if (typeof english === "function")
    return CALLS.map((values) => [english(...values), (other as typeof english)(...values)])
  if (typeof english !== "object" || english === null) return []
  return Object.entries(english).flatMap(([key, value]) =>
    pairsOf(value, (other as Readonly<Record<string, unknown>>)[key])
  )
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** A pattern that matches a text, whatever its parameters are. */
const patternOf = (text: string): RegExp => new RegExp(text.split("\0").map(escaped).join(".*"))

/** Scenes look for a whole text, then for the beginning of one, then for what is inside of one. */
const found = (pairs: ReadonlyArray<Pair>, text: string): Pair | undefined =>
  pairs.find(([english]) => english === text) ??
  pairs.find(([english]) => english.startsWith(text)) ??
  pairs.find(([english]) => english.includes(text)) ??
  // A text that is nothing but what it's called with would be found everywhere.
  pairs.find(([english]) => /\w.*\0|\0.*\w/.test(english) && patternOf(english).test(text))

/** The same page for steps in English, while this part of the texts is shown in these words. */
export const inWords = (page: Page, part: "employee" | "employer" | "intent", words: Words): Page => {
  const pairs = pairsOf([en[part], en.common], [words[part], words.common])
  const translated = (name: string | RegExp): string | RegExp => {
    const text = typeof name === "string" ? name : name.source.replace(/^\^/, "")
    const pair = found(pairs, text)
    if (pair !== undefined) return pair[1].includes("\0") ? patternOf(pair[1]) : pair[1]
    // A button and what it is for: "Copy Member number".
    const [verb, rest] = [text.split(" ")[0]!, text.slice(text.indexOf(" ") + 1)]
    const [one, other] = [found(pairs, verb), found(pairs, rest)]
    return one === undefined || verb === text ? name : `${one[1]} ${other?.[1] ?? rest}`
  }
  return new Proxy(page, {
    get: (target, key) => {
      switch (key) {
        case "getByRole":
          return (
            role: Parameters<Page["getByRole"]>[0],
            options: { readonly name?: string | RegExp } = {}
          ) =>
            target.getByRole(role, {
              ...options,
              ...(options.name === undefined ? {} : { name: translated(options.name) })
            })
        case "getByLabel":
        case "getByText":
          return (text: string | RegExp, options?: object) => target[key](translated(text), options)
        default: {
          const value: unknown = Reflect.get(target, key)
          return typeof value === "function" ? value.bind(target) : value
        }
      }
    }
  })
}
