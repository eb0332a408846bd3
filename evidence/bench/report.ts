import process from "node:process"
import type { Figure } from "../chaos/Figure.ts"
import { machine, publish, type Section } from "../chaos/results.ts"

const markdownOf = (figures: ReadonlyArray<Figure>): string =>
  [
    `On ${machine}.`,
    "",
    "| What | Measured | Limit | Verdict |",
    "| --- | --- | --- | --- |",
    ...figures.map(
      ({ figure, limit, pass, what }) =>
        `| ${what} | ${figure} | ${limit} | ${limit === "" ? "" : pass ? "pass" : "**FAIL**"} |`
    )
  ].join("\n")

/**
 * Prints figures, keeps those of a whole run where the docs show them, and makes the program exit with 1 if a limit is
 * missed.
 */
export const report = (name: Section, figures: ReadonlyArray<Figure>, isWhole: boolean): void => {
  for (const { figure, limit, pass, what } of figures) {
    console.log(`  ${pass ? "ok  " : "FAIL"}  ${what}: ${figure}${limit === "" ? "" : ` (${limit})`}`)
  }
  if (isWhole) publish(name, markdownOf(figures))
  process.exitCode = figures.every(({ pass }) => pass) ? 0 : 1
}
