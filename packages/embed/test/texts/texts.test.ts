/** Every sentence of the embeds: how hard it is to read, and whether the second language is whole. */
import { fleschKincaid } from "flesch-kincaid"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { syllable } from "syllable"
import { expect, it } from "vitest"
import { shellTexts } from "../../src/texts/shell.ts"

/** A text, and its place: `employer.match.title`. */
interface Text {
  readonly at: string
  readonly text: string
}

/** The arguments that fill texts with gaps: names and counts, so that each form is there. */
const SAMPLES: ReadonlyArray<ReadonlyArray<unknown>> = [
  ["Acme", "Acme", "Acme"],
  [0, false, "Acme"],
  [1, false, "Acme"],
  [3, 4, "Acme"],
  [3, true, "Acme"]
]

const textsIn = (value: unknown, at: string): ReadonlyArray<Text> => {
  if (typeof value === "string") return [{ at, text: value }]
  if (typeof value === "function")
    return SAMPLES.flatMap((sample) =>
      textsIn((value as (...sample: ReadonlyArray<unknown>) => unknown)(...sample), at)
    )
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, at === "" ? name : `${at}.${name}`))
}

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(fileURLToPath(new URL(`../../src/texts/${folder}/`, import.meta.url))).filter(
    // The others put these together for an app.
    (name) => name.endsWith(".ts") && !/^(?:index|sentences)\.ts$/.test(name)
  )

/** Every text of a language: what the apps say, the sentences about mistakes, and the page before its script. */
const allTexts = async (language: "en" | "zh", shell: string): Promise<ReadonlyArray<Text>> => {
  const modules = [
    ...filesIn(language).map((name) => `${language}/${name}`),
    ...filesIn(`${language}/errors`).map((name) => `${language}/errors/${name}`)
  ]
  const found = await Promise.all(
    modules.map(async (name) => {
      const module = (await import(new URL(`../../src/texts/${name}`, import.meta.url).href)) as object
      return textsIn(module, name.includes("errors/") ? "errors" : "")
    })
  )
  const texts = [...found.flat(), ...textsIn(shellTexts[shell], "shell")]
  return [...new Map(texts.map((one) => [one.text, one])).values()]
}

/**
 * By Flesch-Kincaid, a sentence is at most what a 12-year-old reads, and has at most 15 words. Legal texts come from the
 * service, and aren't here.
 */
const HIGHEST = 7
const MOST_WORDS = 15

/** Names that others gave: the industries of the Bureau of Statistics. */
const OFFICIAL = ["employer.details.industries."]

/** Of a label, a title or a list of names, the formula only measures the length of its words. */
const FEWEST_WORDS = 4

const wordsOf = (sentence: string): ReadonlyArray<string> =>
  sentence.match(/[\p{L}\d][\p{L}\d'’@.-]*/gu) ?? []

const gradeOf = (sentence: string): number => {
  const words = wordsOf(sentence)
  return fleschKincaid({
    sentence: 1,
    word: words.length,
    // A number and an example are read at a glance.
    syllable: words.reduce((sum, word) => sum + (/[\d@]/.test(word) ? 1 : Math.max(1, syllable(word))), 0)
  })
}

const sentences = async () =>
  (await allTexts("en", "en-AU"))
    .filter(({ at, text }) => !text.startsWith("https://") && !OFFICIAL.some((name) => at.startsWith(name)))
    .flatMap(({ at, text }) => text.split(/(?<=[.?!…:])\s+/).map((sentence) => ({ at, sentence })))
    .filter(({ sentence }) => wordsOf(sentence).length >= FEWEST_WORDS)

it("every sentence is at reading grade 7 or below", async () => {
  const graded = (await sentences())
    .map((one) => ({ ...one, grade: gradeOf(one.sentence) }))
    .toSorted((one, other) => other.grade - one.grade)
  const line = ({ at, grade, sentence }: (typeof graded)[number]) =>
    `${grade.toFixed(1)}  ${sentence}  (${at})`
  console.log(`Of ${graded.length} sentences, the hardest:\n${graded.slice(0, 10).map(line).join("\n")}`)
  expect(graded.length).toBeGreaterThan(100)
  expect(graded.filter(({ grade }) => grade > HIGHEST).map(line)).toEqual([])
})

it("no sentence is longer than 15 words", async () => {
  const long = (await sentences()).filter(({ sentence }) => wordsOf(sentence).length > MOST_WORDS)
  expect(long).toEqual([])
})

/** Names that stay as they are, examples, and what fills the gaps. */
const NAMES =
  /\b(?:ATO|ABN|BAS|ID|USI|TFN|PDS|TMD|ESA|BSB|SMSF|SMSFDATAFLOW|PDF|Access Manager|Acme|true|false)\b/g
const EXAMPLES = /https?:\/\/\S+|[\w.]+@[\w.]+/g

it("no Chinese text has English words in it", async () => {
  const texts = await allTexts("zh", "zh-CN")
  expect(texts.length).toBeGreaterThan(100)
  const english = texts.filter(({ text }) =>
    /[A-Za-z]{2,}/.test(text.replaceAll(EXAMPLES, "").replaceAll(NAMES, ""))
  )
  expect(english).toEqual([])
})

it("Chinese text has Chinese punctuation", async () => {
  const texts = await allTexts("zh", "zh-CN")
  const half = texts.filter(({ text }) => /\p{Script=Han}[,:;?!(]|[,:;?!)]\p{Script=Han}/u.test(text))
  expect(half).toEqual([])
})
