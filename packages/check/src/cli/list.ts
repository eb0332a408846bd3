import type { CheckMode } from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Kit, Check, CheckGroup } from "../check/Check.ts"
import { colours, noColours, type Paint } from "../report/terminal/terminalReport.ts"
import { findNamed } from "../run/select.ts"
import type { CannotRun } from "./CannotRun.ts"
import { terminalOutput } from "./terminalOutput.ts"
import { docsAddress, groupAddress, requirementText } from "../check/references.ts"
import { counted, modeWords, wrapped } from "../report/words.ts"

/** Who demands a check: the description, or the contract of this service, which its decisions write down. */
const levelText = ({ level, requirement }: Pick<Check<never>, "level" | "requirement">): string => {
  const source =
    requirementText(requirement) === undefined ? "the contract of this service" : "the description"
  switch (level) {
    case "MUST":
      return `Required: ${source} demands it, and a failure means that the subject doesn't conform.`
    case "SHOULD":
      return `Recommended: ${source} suggests it, or leaves it to the subject. A failure is shown, and doesn't decide the verdict.`
    case "INFO":
      return "For information: it is measured, and never judged."
  }
}

/** A group: its checks, a sentence each, and how to know more about one of them. */
const explainGroup = <World>(
  kit: Pick<Kit<World>, "name">,
  { checks, name, title }: CheckGroup<World>,
  width: number,
  paint: Paint,
  docsUrl?: string
): string =>
  [
    `${paint.bold(name)}  ${title}. A group of ${counted(checks.length, "check")}:`,
    checks
      .flatMap((check) => [
        `  ${check.id}  ${check.level}`,
        ...wrapped(check.title, Math.max(30, width - 4)).map((line) => `    ${line}`)
      ])
      .join("\n"),
    [paint.dim("More about one of them"), `  npx ${kit.name} explain ${checks[0]?.id ?? name}`].join("\n"),
    [paint.dim("Run the group alone"), `  npx ${kit.name} run ${name}`].join("\n"),
    ...(docsUrl === undefined
      ? []
      : [[paint.dim("In the docs"), `  ${groupAddress(docsUrl, kit.name, name)}`].join("\n")])
  ].join("\n\n")

/** All that the kit knows about one check, with the sentence of the description that it comes from. */
export const explainText = <World>(
  kit: Pick<Kit<World>, "name">,
  check: Check<World>,
  group: Pick<CheckGroup<World>, "name" | "title">,
  width: number,
  paint: Paint,
  docsUrl?: string
): string => {
  const paragraph = (label: string, text: string) =>
    [paint.dim(label), ...wrapped(text, Math.max(30, width - 2)).map((line) => `  ${line}`)].join("\n")
  const text = requirementText(check.requirement)
  return [
    [`${paint.bold(check.id)}  ${check.level}`, ...wrapped(check.title, width)].join("\n"),
    paragraph("Level", levelText(check)),
    paragraph(
      "Where it comes from",
      text === undefined ? `The decision ${check.requirement}.` : `${check.requirement}: ${text}`
    ),
    paragraph("How to fix it", check.hint),
    ...Object.entries(check.fixes ?? {}).map(([cause, fix]) => paragraph(`If it says: ${cause}`, fix)),
    paragraph("Group", `${group.name}: ${group.title}`),
    paragraph("Runs in the modes", check.modes.map((mode) => `${mode} (${modeWords[mode]})`).join(", ")),
    paragraph(
      "Run it alone",
      ["npx", kit.name, "run", check.id, ...(check.flag === undefined ? [] : [check.flag])].join(" ")
    ),
    ...(docsUrl === undefined
      ? []
      : [
          [paint.dim("The mistakes that it finds"), `  ${docsAddress(docsUrl, kit.name, check.id)}`].join(
            "\n"
          )
        ])
  ].join("\n\n")
}

const idWidth = <World>({ groups }: Kit<World>): number =>
  Math.max(0, ...groups.flatMap(({ checks }) => checks.map(({ id }) => id.length)))

/** All checks of a kit, or of what `select` has left of it: a line for each, below the name of its group. */
export const listText = <World>(kit: Kit<World>, paint: Paint): string => {
  const width = idWidth(kit) + 2
  return kit.groups
    .map(({ checks, name, title }) =>
      [
        `${paint.bold(name)}  ${title}`,
        ...checks.map(
          ({ id, level, title: sentence }) => `  ${id.padEnd(width)}${level.padEnd(8)}${sentence}`
        )
      ].join("\n")
    )
    .join("\n\n")
}

/** The same for programs. */
export const listJson = <World>(kit: Kit<World>): string =>
  JSON.stringify(
    kit.groups.flatMap(({ checks, name }) =>
      checks.map(({ id, level, modes, requirement, title }) => ({
        id,
        group: name,
        level,
        requirement,
        title,
        modes: modes satisfies ReadonlyArray<CheckMode>
      }))
    ),
    undefined,
    2
  )

/** The kit with these groups and checks alone, in its own order; with all of them if none is named. */
export const listed = <World>(
  kit: Kit<World>,
  names: ReadonlyArray<string>
): Effect.Effect<Kit<World>, CannotRun> =>
  Effect.map(
    Effect.forEach(names, (name) => findNamed(kit, name)),
    (named) => {
      if (named.length === 0) return kit
      const ids = new Set(
        named.flatMap(({ check, group }) =>
          (check === undefined ? group.checks : [check]).map(({ id }) => id)
        )
      )
      const groups = kit.groups.map((group) => ({
        ...group,
        checks: group.checks.filter(({ id }) => ids.has(id))
      }))
      return { ...kit, groups: groups.filter(({ checks }) => checks.length > 0) }
    }
  )

/** The text that `explain` prints: a check with all that the kit knows about it, or a group with its checks. */
export const explained = <World>(
  kit: Kit<World>,
  name: string,
  width: number,
  paint: Paint,
  docsUrl?: string
): Effect.Effect<string, CannotRun> =>
  Effect.map(findNamed(kit, name), ({ check, group }) =>
    check === undefined
      ? explainGroup(kit, group, width, paint, docsUrl)
      : explainText(kit, check, group, width, paint, docsUrl)
  )

/** `list [NAME…]`: every check of the kit, or of these groups. */
export const list = <World>(kit: Kit<World>) =>
  Effect.fnUntraced(function* ({
    json,
    names
  }: {
    readonly json: boolean
    readonly names: ReadonlyArray<string>
  }) {
    const { canColour, write } = yield* terminalOutput
    const part = yield* listed(kit, names)
    yield* write(`${json ? listJson(part) : listText(part, canColour ? colours : noColours)}\n`)
  })

/** `explain NAME`: one check, or one group. */
export const explain = <World>(kit: Kit<World>) =>
  Effect.fnUntraced(function* ({
    docsUrl,
    id
  }: {
    readonly docsUrl: Option.Option<string>
    readonly id: string
  }) {
    const { canColour, width, write } = yield* terminalOutput
    const paint = canColour ? colours : noColours
    const docs = Option.getOrUndefined(docsUrl)
    yield* write(`${yield* explained(kit, id, Math.min(width, 100), paint, docs)}\n`)
  })
