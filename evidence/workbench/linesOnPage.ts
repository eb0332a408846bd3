import type { Locator, Page } from "playwright-core"
import { expect } from "vitest"

const words = async (found: Locator): Promise<ReadonlyArray<string>> =>
  (await found.allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim())

const linesOf = async (row: Locator): Promise<ReadonlyArray<string>> => {
  const [gaps, sentence, outcome, others] = await Promise.all(
    [".reason", ".what a", ".how .pill", ".other a"].map((part) => words(row.locator(part)))
  )
  return [
    ...(gaps ?? []).map((gap) => `… ${gap}`),
    `${outcome?.join()}: ${sentence?.join()}`,
    ...(others ?? []).map((other) => `= ${other}`)
  ]
}

/**
 * The lines of the page, in its order, one for each thing that a reader sees: "… " before the reason of a gap, the outcome
 * before a sentence, "= " before what the other program noted of the same call.
 */
export const linesOnPage = async (page: Page): Promise<ReadonlyArray<string>> =>
  (await Promise.all((await page.locator("ol.entries > li").all()).map(linesOf))).flat()

const patternOf = (line: string): RegExp =>
  new RegExp(
    `^${line
      .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
      .replaceAll("#", "[\\d:]+")
      .replaceAll("~", ".+")}$`
  )

/** Fails unless the page has these lines in this order, others between them. `#` stands for a number or a time, `~` for words. */
export const expectLines = (lines: ReadonlyArray<string>, wanted: ReadonlyArray<string>): void => {
  let next = 0
  for (const line of wanted) {
    const pattern = patternOf(line)
    const found = lines.findIndex((one, index) => index >= next && pattern.test(one))
    expect(found, `"${line}" isn't there on the page:\n${lines.join("\n")}`).toBeGreaterThanOrEqual(next)
    next = found + 1
  }
}

/** Names of the code that a reader can't be expected to know: events of webhooks are the partner's own words. */
export const jargonIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) =>
    /`|\b[a-z]+_[a-z]/.test(
      line
        .replace(/\b(?:onboarding_session|employer|employee|employer_issue)_[a-z_]+\b/g, "")
        .replace(/\S+\.csv\b/g, "")
    )
  )

/** From the time line: finds the newest entry with these words, and opens the story of a thing that it names. */
export const openStory = async (page: Page, url: string, entry: string | RegExp, thing: string) => {
  await page.goto(url)
  const row = page.locator("#entries > li").filter({ hasText: entry }).first()
  await row.locator("a.thing").filter({ hasText: thing }).first().click()
  await page.getByRole("heading", { name: "What happened" }).waitFor()
}
