import type { Result } from "./results.ts"

const lineOf = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join("  ")
    .trimEnd()

const cellsOf = ({ figures, number, runs, title }: Result): ReadonlyArray<ReadonlyArray<string>> =>
  figures.map(({ figure, limit, pass, what }, index) => [
    index === 0 ? String(number) : "",
    index === 0 ? title : index === 1 ? `  ${runs}` : "",
    what,
    figure,
    limit,
    limit === "" ? "" : pass ? "pass" : "FAIL"
  ])

const HEAD = ["row", "what", "figure of", "figure", "limit", ""]

/** The table as a terminal shows it. */
export const tableOf = (results: ReadonlyArray<Result>): string => {
  const cells = [HEAD, ...results.flatMap(cellsOf)]
  const widths = HEAD.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  return cells.map((line) => lineOf(line, widths)).join("\n")
}

/** The table as documents show it: a line for each figure, with the day and the machine below. */
export const markdownOf = (results: ReadonlyArray<Result>): string => {
  const lines = results.flatMap(({ figures, number, runs, title }) =>
    figures.map(({ figure, limit, pass, what }, index) =>
      [
        index === 0 ? String(number) : "",
        index === 0 ? `${title}: ${runs}` : "",
        what,
        figure,
        limit,
        limit === "" ? "" : pass ? "pass" : "**fail**"
      ].join(" | ")
    )
  )
  const when = [...new Set(results.map(({ date, machine }) => `${date.slice(0, 10)}, ${machine}`))]
  return [
    "| Row | What | Figure | Measured | Limit | Verdict |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines.map((line) => `| ${line} |`),
    "",
    `Measured on ${when.join("; ")}.`
  ].join("\n")
}
