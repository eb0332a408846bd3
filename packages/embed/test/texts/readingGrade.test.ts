/**
 * How hard the frame's sentences are to read: by Flesch-Kincaid at most what a 12-year-old reads, and at most 15 words. Legal
 * texts come from the service, and aren't here.
 */
import { fleschKincaid } from "flesch-kincaid"
import { syllable } from "syllable"
import { expect, it } from "vitest"
import { allTexts } from "./allTexts.ts"

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
