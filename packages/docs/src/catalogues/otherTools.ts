/**
 * The findings of general tools on the funds that fund-check is tested with, and those of the kit in the same run. Measured once,
 * by code that is no longer here: the numbers are of these versions, and of the funds of that day.
 */
import { plainText, table } from "../Page.ts"

interface Tool {
  readonly name: string
  /** How it was run; undefined for the kit. */
  readonly method?: string
  /** Of the funds with a mistake that it can judge: how many it complained about. */
  readonly caught: string
  readonly cannotJudge: number
  /** Of the correct funds about which the kit says nothing: how many it complained about. */
  readonly falseAlarms: string
  /** Complaints about the plain correct fund, which count as nothing found. */
  readonly usual: number
  /** Of a run against one fund, without the fund's start. */
  readonly medianTime: string
}

const tools: ReadonlyArray<Tool> = [
  {
    name: "fund-check 0.1.0",
    ...{ caught: "271 of 271", cannotJudge: 0, falseAlarms: "0 of 33", usual: 0, medianTime: "1.7 s" }
  },
  {
    name: "Prism proxy 5.16.0",
    method:
      "a caller sends the description's examples, a repeat, an incomplete body and wrong keys through `prism proxy`; each violation that Prism names in an answer is a complaint",
    ...{ caught: "36 of 235", cannotJudge: 36, falseAlarms: "3 of 27", usual: 0, medianTime: "1.4 s" }
  },
  {
    name: "Redocly Respect 2.77.0",
    method: "a workflow of 27 steps, written by hand; a failed check of a step is a complaint",
    ...{ caught: "107 of 237", cannotJudge: 34, falseAlarms: "3 of 29", usual: 0, medianTime: "1.9 s" }
  },
  {
    name: "Specmatic 2.55.1",
    method: "`specmatic test` with its generated tests; a failed scenario is a complaint",
    ...{ caught: "82 of 235", cannotJudge: 36, falseAlarms: "8 of 27", usual: 10, medianTime: "9.5 s" }
  },
  {
    name: "schemathesis 4.32.0",
    method:
      "`schemathesis run` with all its checks, its phases examples, coverage and fuzzing; a failed check is a complaint",
    ...{ caught: "118 of 237", cannotJudge: 34, falseAlarms: "6 of 29", usual: 11, medianTime: "7.3 s" }
  }
]

/** The part of a page about the kit. */
export const otherTools = `### Other tools

On 24 November 2026 four general tools and the kit ran against the same funds, on one machine (2 cores, AMD EPYC). Each tool
got the published description, cut to what the one fund offers, and was run as its own guide advises. A mistake is caught if
the tool complains about something that it doesn't complain about at the correct fund. None of them judges an employer list, or
what a partner's receiver does.

${table(
  [
    ...["Tool", "Mistakes caught", "Can't judge", "Correct funds with a false alarm"],
    ...["Complaints about the plain correct fund", "Median time"]
  ],
  tools.map(({ cannotJudge, caught, falseAlarms, medianTime, name, usual }) => [
    ...[name, caught, String(cannotJudge), falseAlarms],
    ...[String(usual), medianTime]
  ])
)}

${tools.flatMap(({ method, name }) => (method === undefined ? [] : `- **${name}:** ${plainText(method)}.`)).join("\n")}`
