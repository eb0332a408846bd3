import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { arch, availableParallelism, cpus, totalmem } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"
import type { Figure, Size } from "./Row.ts"

/** The result of a row, as it is kept. */
export interface Result {
  readonly number: number
  readonly title: string
  readonly size: Size
  readonly seed: number
  readonly runs: string
  readonly figures: ReadonlyArray<Figure>
  readonly notes: ReadonlyArray<string>
  readonly pass: boolean
  readonly seconds: number
  /** An ISO date. */
  readonly date: string
  readonly machine: string
}

/** The machine that figures depend on: kind of processor, cores, memory, Node. */
export const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? arch()}, ${Math.round(
  totalmem() / 2 ** 30
)} GiB, Node ${process.versions.node}`

/** A section of the page of figures. */
export type Section = "chaos" | "bench" | "fund-simulator" | "employer-list" | "http" | "onboardings"

/** Writes a section of the page of figures in the docs; only whole runs at full size write there. */
export const publish = (name: Section, text: string): void => {
  const folder = "packages/docs/src/figures"
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), `${text}\n`)
}

const fileOf = (folder: string, number: number, size: Size) => join(folder, `${size}-${number}.json`)

/** A row's result of an earlier run, so that an interrupted run can be continued. */
export const earlier = (folder: string, number: number, size: Size): Result | undefined => {
  const file = fileOf(folder, number, size)
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
}

export const keep = (folder: string, result: Result): void => {
  const file = fileOf(folder, result.number, result.size)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}

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
