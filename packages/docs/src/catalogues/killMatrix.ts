/**
 * How good the kits are: the kill matrix as pages. `pnpm matrix` writes the files that they are made from, and its test fails
 * when a kill is lost. The numbers are counted here from the rows, so a page can't claim more than its table shows.
 */
import { pageOfGroup } from "@embedded-super/check"
import type {
  Column,
  Correct,
  Fault,
  KillMatrix,
  Measured
} from "../../../../contract-tests/conformance/matrix/KillMatrix.ts"
import type { Page } from "../Page.ts"
import { plainText, table } from "../table.ts"

const isFound = ({ failed, warned }: Correct): boolean => failed.length + warned.length > 0

/** Named: the check that a mistake was made for is among those that found it. */
const isNamed = ({ failed, namedBy, warned }: Fault): boolean => [...failed, ...warned].includes(namedBy.id)

const seconds = (milliseconds: number): string =>
  milliseconds < 10_000 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 1000)} s`

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const sides = { "fund-check": "fund", "partner-check": "partner" } as const

const ofKit = (measured: Measured, { kit }: KillMatrix): ReadonlyArray<Column> =>
  measured.tools.filter(({ side }) => side === sides[kit])

/** What a tool can't judge, such as a fund that wants a signature for each call, isn't counted against it. */
const judgedIn = (results: Column["faults"]) =>
  Object.values(results).filter(({ verdict }) => verdict !== "cannot")

const countOf = (results: Column["faults"]): string => {
  const judged = judgedIn(results)
  return `${judged.filter(({ verdict }) => verdict === "caught").length} of ${judged.length}`
}

/** Without the correct servers that the kit itself warns about: what others complain about there may be as right. */
const beyondDoubt = (results: Column["correct"], { correct }: KillMatrix): Column["correct"] => {
  const warned = new Set(correct.filter(isFound).map(({ name }) => name))
  return Object.fromEntries(Object.entries(results).filter(([name]) => !warned.has(name)))
}

const toolRow = (
  { correct, every, falseAlarms, faults, measuredOn, name, version }: Column,
  matrix: KillMatrix
): ReadonlyArray<string> => [
  `${name} ${version}`,
  every === 1 ? countOf(faults) : `${countOf(faults)} (1 fund in ${every})`,
  String(Object.keys(faults).length - judgedIn(faults).length),
  countOf(beyondDoubt(correct, matrix)),
  String(falseAlarms.length),
  seconds(median(judgedIn(faults).map(({ took }) => took))),
  measuredOn
]

const summaryRow = ({ checks, correct, faults, kit }: KillMatrix): ReadonlyArray<string> => [
  `[${kit}](${kit}/)`,
  String(checks.length),
  String(faults.length),
  String(faults.filter(isNamed).length),
  String(correct.length),
  String(correct.filter(({ failed }) => failed.length > 0).length),
  String(correct.filter(({ warned }) => warned.length > 0).length)
]

const METHOD = `
- Each server of the fleet makes one mistake, all the time, and is correct otherwise. Most are the simulators with a switch;
  some are servers in Go, Python, Java, Express and Fastify that share no code with this project, because a simulator that
  shares our code shares our misunderstandings.
- Each server is started anew, and checked in the mode \`dev\` with one seed.
- A mistake counts as found if a check fails or warns, and as named if that is the check whose sentence says what is wrong.
- Correct servers differ as far as the description allows. A failure of one of them is a false alarm. A warning is about a
  recommendation that the server leaves out: those in other languages accept data that they should refuse. What other tools
  complain about at a server that the kit warns about isn't counted as their false alarm.
- Other tools run on the same funds, on the same machine, in the same run. Each gets the published API description, cut to
  what the one fund offers, requires and excludes, and is run as its own guide advises. They catch a
  mistake if they complain about something that they don't complain about at the plain correct server; so what they always
  complain about catches nothing, and is counted beside. What a tool can't judge at all isn't counted against it.
- None of them judges what a partner's receiver does, or an employer list.
- A time is a tool's whole run against one server, without that server's start.
- The files are in \`contract-tests/conformance/matrix\`. \`pnpm matrix\` writes them; a test fails when a kill is lost.

What it doesn't show: the fleet is ours. It holds the mistakes that we know of, and a kit that finds all of them can still miss
yours.`

const toolsOf = (matrix: KillMatrix, measured: Measured): string => {
  const tools = ofKit(measured, matrix)
  const heads = [
    ...["Tool", "Mistakes caught", "Can't judge", "Correct servers with a false alarm"],
    ...["Complaints about the plain correct server", "Median time", "Measured on"]
  ]
  return `## Tools, on the fleet of ${matrix.kit}

${table(
  heads,
  tools.map((tool) => toolRow(tool, matrix))
)}

${tools.map(({ method, name }) => `- **${name}:** ${plainText(method)}`).join("\n")}

On ${measured.machine}.`
}

/** The numbers, the method, and the tools. */
export const kitsPage = ({
  matrices,
  measured
}: {
  readonly matrices: ReadonlyArray<KillMatrix>
  readonly measured: Measured
}): Page => ({
  slug: "reference/kits",
  title: "How good the kits are",
  description:
    "How many mistakes the conformance kits find, that they condemn no correct server, and other tools on the same servers.",
  body: `
${table(
  [
    "Kit",
    "Checks",
    "Servers with a mistake",
    "Named",
    "Correct servers",
    "Of these condemned",
    "Of these warned"
  ],
  matrices.map(summaryRow)
)}

What the service itself does with each of a fund's mistakes is [beside what the kit says](parity/).

## Method
${METHOD}

${matrices.map((matrix) => toolsOf(matrix, measured)).join("\n\n")}
`
})

const faultRow = (
  fault: Fault,
  kit: KillMatrix["kit"],
  tools: ReadonlyArray<Column>
): ReadonlyArray<string> => {
  const link = (id: string) => `[${id}](../../../${pageOfGroup(kit, id.replace(/-.*$/, ""))}/#${id})`
  const others = [...fault.failed, ...fault.warned].filter((id) => id !== fault.namedBy.id)
  const foundBy = [...(isNamed(fault) ? [fault.namedBy.id] : []), ...others]
  return [
    `${plainText(fault.sentence)} (*${fault.name}*)`,
    foundBy.length > 4
      ? `${foundBy.slice(0, 3).map(link).join(", ")} and ${foundBy.length - 3} others`
      : foundBy.map(link).join(", "),
    ...tools.map(({ faults }) => {
      const result = faults[fault.name]
      if (result === undefined) return ""
      return result.verdict === "cannot" ? "can't judge" : `${result.verdict}, ${seconds(result.took)}`
    })
  ]
}

const correctWords = { caught: "false alarm", missed: "nothing", cannot: "can't judge" } as const

const correctRow = (server: Correct, tools: ReadonlyArray<Column>): ReadonlyArray<string> => [
  `${plainText(server.sentence)} (*${server.name}*)`,
  isFound(server) ? [...server.failed, ...server.warned].join(", ") : "nothing",
  ...tools.map(({ correct }) => {
    const result = correct[server.name]
    if (result === undefined) return ""
    return isFound(server) && result.verdict === "caught" ? "a complaint" : correctWords[result.verdict]
  })
]

/** Every server of one kit's fleet, by the group of its mistake. */
export const matrixPage = (matrix: KillMatrix, measured: Measured): Page => {
  const { correct, faults, kit, seed } = matrix
  const tools = ofKit(measured, matrix)
  const columns = tools.map(({ name }) => name)
  return {
    slug: `reference/kits/${kit}`,
    title: `Each mistake, and what found it: ${kit}`,
    description: `The kill matrix of ${kit}: each server with a mistake, the checks that found it, and other tools.`,
    body: `
A row for each server. The first check of a row is the one that names the mistake. The run had the seed ${seed}. How it was
measured: [method](../#method).

${[...Map.groupBy(faults, ({ group }) => group)]
  .map(
    ([group, rows]) => `## ${group.toUpperCase()}

${table(
  ["The mistake", "Found by", ...columns],
  rows.map((fault) => faultRow(fault, kit, tools))
)}`
  )
  .join("\n\n")}

## Correct servers

${table(
  ["How it differs", "Found", ...columns],
  correct.map((server) => correctRow(server, tools))
)}
`
  }
}
