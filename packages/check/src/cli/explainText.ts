import type { Check, CheckGroup, Kit } from "../check/Check.ts"
import { docsAddress, groupAddress, requirementText } from "../check/references.ts"
import type { Paint } from "../report/terminal/Paint.ts"
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
export const explainGroup = <World>(
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
    [paint.dim("More about one of them"), `  ${kit.name} explain ${checks[0]?.id ?? name}`].join("\n"),
    [paint.dim("Run the group alone"), `  ${kit.name} run ${name}`].join("\n"),
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
    paragraph("Group", `${group.name}: ${group.title}`),
    paragraph("Runs in the modes", check.modes.map((mode) => `${mode} (${modeWords[mode]})`).join(", ")),
    paragraph("Run it alone", `${kit.name} run ${check.id}`),
    ...(docsUrl === undefined
      ? []
      : [
          [paint.dim("The mistakes that it finds"), `  ${docsAddress(docsUrl, kit.name, check.id)}`].join(
            "\n"
          )
        ])
  ].join("\n\n")
}
