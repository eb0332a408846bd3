/**
 * The pages of the kits' checks: one for each group, with an anchor for each check, and one that lists the groups. What a
 * check does comes from the kit; the mistakes that it finds, and the sentences about them, from the faults of the simulators,
 * to which the tests hold the kit. All numbers are counted from these rows.
 *
 * The trap: reports and terminals name these addresses (`docsAddress`). A page or an anchor that moves breaks them.
 */
import { pageOfGroup } from "@embedded-super/check"
import { requirementText } from "@embedded-super/check/report"
import type { CheckKit, CheckLevel, CheckMode } from "@embedded-super/contracts/schemas"
import { type Page, plainText, table } from "../Page.ts"
import type { Decision } from "../readDecisions.ts"
import { addressIn } from "./decisions.ts"

/** A check as the docs show it. */
export interface ShownCheck {
  readonly id: string
  readonly level: CheckLevel
  readonly requirement: string
  readonly title: string
  readonly hint: string
  /** The fixes of other mistakes than the one of `hint`, by their sentences. */
  readonly fixes?: Readonly<Record<string, string>>
  readonly modes: ReadonlyArray<CheckMode>
}

/** A server with one mistake. */
export interface Mistake {
  readonly name: string
  readonly sentence: string
  /** The checks that find it, the one that names it best first. */
  readonly killedBy: ReadonlyArray<string>
  /** The finding of the first check in `killedBy`: `fail: ` or `warn: `, and its sentence. */
  readonly finding: string
}

export interface ShownKit {
  readonly name: CheckKit
  /** The command that plays a mistake: `fund-sim`. */
  readonly simulator: string
  readonly groups: ReadonlyArray<{
    readonly name: string
    readonly title: string
    readonly checks: ReadonlyArray<ShownCheck>
  }>
  /** The fixes of mistakes that several checks name, by their sentences. */
  readonly fixes: Readonly<Record<string, string>> | undefined
  readonly mistakes: ReadonlyArray<Mistake>
  /** How many correct servers that differ the kit says nothing about. */
  readonly correct: number
  /** The part about what other tools find. */
  readonly otherTools: string | undefined
}

const LEVELS = `
- **MUST**: the description demands it, or the contract of this service, which a decision names. A failure means: does not conform.
- **SHOULD**: it is suggested, or left to the fund or partner. A failure is shown, and doesn't decide the verdict.
- **INFO**: measured, and never judged.`

const causeOf = ({ finding }: Mistake): string => finding.replace(/^(?:fail|warn): /, "")

const mistakesTable = (kit: ShownKit, { fixes, hint, id }: ShownCheck): string => {
  const named = kit.mistakes.filter(({ killedBy }) => killedBy[0] === id)
  const fixOf = (mistake: Mistake): string => {
    const cause = causeOf(mistake)
    const fix = fixes?.[cause] ?? kit.fixes?.[cause] ?? hint
    return fix === hint ? "As above." : plainText(fix)
  }
  const cells = named.map((mistake) => [
    `${plainText(mistake.sentence)} (*${mistake.name}*)`,
    `“${plainText(causeOf(mistake))}”`,
    fixOf(mistake)
  ])
  if (named.length === 0) return ""
  const head = ["The mistake", "The sentence that you will see", "The fix"]
  const columns = cells.every((row) => row[2] === "As above.") ? 2 : 3
  return table(
    head.slice(0, columns),
    cells.map((row) => row.slice(0, columns))
  )
}

/** Mistakes that another check names better, with the page of that check. */
const alsoFound = (kit: ShownKit, { id }: ShownCheck): string => {
  const others = kit.mistakes.flatMap(({ killedBy: [first, ...rest] }) =>
    first !== undefined && rest.includes(id) ? [first] : []
  )
  const links = [...new Set(others)].map((other) => `[${other}](../${groupOf(other)}/#${other})`)
  return links.length === 0
    ? ""
    : `It fails, too, for mistakes that ${links.join(", ")} ${links.length === 1 ? "names" : "name"}.`
}

const groupOf = (id: string): string => id.replace(/-.*$/, "").toLowerCase()

const NO_MISTAKE = "The simulator doesn't play the mistake that this check is for."

const section = (kit: ShownKit, check: ShownCheck, addressOf: (id: string) => string): string => {
  const { hint, id, level, modes, requirement, title } = check
  const text = requirementText(requirement)
  const source = `[${requirement}](${addressOf(requirement)})`
  const mistakes = [mistakesTable(kit, check), alsoFound(kit, check)].filter((part) => part !== "")
  return [
    `## ${plainText(title.replace(/\.$/, ""))}`,
    `<span class="check" id="${id}">**${id}**</span>, ${level}, in ${modes.join(", ")}`,
    `**Why:** ${text === undefined ? `the decision ${source}.` : `${plainText(text)} ${source}`}`,
    `**Fix:** ${plainText(hint)}`,
    ...(mistakes.length === 0 ? [NO_MISTAKE] : mistakes)
  ].join("\n\n")
}

/** How many mistakes the checks of a group name. */
const countNamed = (kit: ShownKit, { checks }: ShownKit["groups"][number]): number => {
  const ids = new Set(checks.map(({ id }) => id))
  return kit.mistakes.filter(({ killedBy: [first = ""] }) => ids.has(first)).length
}

const groupPage = (
  kit: ShownKit,
  group: ShownKit["groups"][number],
  addressOf: (id: string) => string
): Page => {
  const slug = pageOfGroup(kit.name, group.name)
  const count = countNamed(kit, group)
  return {
    slug,
    title: `${group.name}: ${group.title}`,
    description: `Each check of the group ${group.name} of ${kit.name}: the mistakes that it finds, what it says of them, and the fix.`,
    body: `
${group.checks.length === 1 ? "One check" : `${group.checks.length} checks`} of [${kit.name}](../), and ${count} mistakes of servers that the kit is tested with. Run the group alone with
\`${kit.name} run ${group.name}\`.${count === 0 ? "" : ` Play a mistake, by its name, with \`${kit.simulator} --fault NAME\`.`}

${group.checks.map((check) => section(kit, check, addressOf)).join("\n\n")}
`
  }
}

/** How good the kit is. `evidence/kits` holds it to each sentence. */
const quality = ({ correct, mistakes, name, otherTools, simulator }: ShownKit): string =>
  [
    `## How good it is

${name} is tested against ${mistakes.length} wrong servers: the simulator with one mistake each, which it makes all the time. The kit
finds every one of them, by the check that names the mistake and with the sentence that its page shows. Of the ${correct + 1} correct
ones, the plain simulator and ${correct} that differ from it as far as the description allows, it condemns none, over twenty seeds.

A simulator that shares our code shares our misunderstandings. So the kit is held to the same with servers in Go, Python, Java,
Express and Fastify that share no code with it: each correct, and with mistakes of its own.

What this doesn't show: the servers are ours. They make the mistakes that we know of; a kit that finds all of them can still miss
yours. \`${simulator} --fault NAME\` plays a mistake, \`${simulator} --variant NAME\` a correct server that differs.`,
    ...(otherTools === undefined ? [] : [otherTools])
  ].join("\n\n")

const indexPage = (kit: ShownKit): Page => {
  const rows = kit.groups.map((group) => {
    const { checks, name, title } = group
    return [
      `[${name}](${name.toLowerCase()}/)`,
      title,
      String(checks.length),
      String(checks.filter(({ level }) => level === "MUST").length),
      String(countNamed(kit, group))
    ]
  })
  return {
    slug: pageOfGroup(kit.name, "").replace(/\/$/, ""),
    title: `What ${kit.name} checks`,
    description: `All checks of ${kit.name} by their groups, and the mistakes that each group finds.`,
    body: `
A page for each group has, for each check: what a correct implementation does, the sentence of the description that it
comes from, the mistakes that it finds, the sentence that you will see, and the fix. A finding in a report names its check.

${table(["Group", "About", "Checks", "Of them MUST", "Mistakes that it names"], rows)}
${LEVELS}

${quality(kit)}
`
  }
}

/** The pages of one kit. */
export const checkPages = (kit: ShownKit, decisions: ReadonlyArray<Decision>): ReadonlyArray<Page> => [
  indexPage(kit),
  ...kit.groups.map((group) => groupPage(kit, group, addressIn(decisions, "../../../")))
]
