/** The search of the built site, asked as its box asks: people find the page that answers them among the first three. */
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { searchRanking } from "../src/searchWeight.ts"
import { type BuiltSite, builtSite } from "./builtSite.ts"
import { type Question, questions } from "./searchQuestions.ts"

/** What this test uses of the script that Pagefind writes beside its index. */
interface Pagefind {
  readonly createInstance: (options: object) => {
    readonly search: (words: string) => Promise<{
      readonly results: ReadonlyArray<{ readonly data: () => Promise<{ readonly url: string }> }>
    }>
  }
}

let site: BuiltSite
// The build takes seconds on a machine that is idle, and minutes on one that runs other tests.
beforeAll(async () => void (site = await builtSite()), 600_000)
afterAll(() => site?.close())

/** The places of the first pages that the box shows for these words. */
const search = async () => {
  const script = pathToFileURL(join(site.folder, "pagefind/pagefind.js")).href
  const { createInstance } = (await import(/* @vite-ignore */ script)) as Pagefind
  const index = createInstance({
    basePath: `${site.url}/docs/pagefind/`,
    baseUrl: "/",
    language: "en-au",
    ranking: searchRanking
  })
  return async (words: string): Promise<ReadonlyArray<string>> => {
    const { results } = await index.search(words)
    const shown = await Promise.all(results.slice(0, 10).map((result) => result.data()))
    return shown.map(({ url }) => url.replaceAll(/^\/|\/$/g, ""))
  }
}

const rankOf = ({ answers }: Question, found: ReadonlyArray<string>): number =>
  found.findIndex((slug) => answers.includes(slug)) + 1

describe("the search", () => {
  it("shows the page that answers a question among its first three", async () => {
    const ask = await search()
    const rows = []
    for (const question of questions) {
      const found = await ask(question.words)
      rows.push({ ...question, rank: rankOf(question, found), found: found.slice(0, 3) })
    }
    for (const { asker, rank, words } of rows) console.log(`${rank || "-"}  ${words} (${asker})`)
    expect(rows.filter(({ rank }) => rank === 0 || rank > 3)).toEqual([])
  })
})
