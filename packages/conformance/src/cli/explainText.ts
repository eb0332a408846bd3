import type { Check, CheckGroup, Kit } from "../check/Check.ts"
import { docsAddress } from "../check/docsAddress.ts"
import { requirementText } from "../check/requirementText.ts"
import type { Paint } from "../report/terminal/Paint.ts"
import { modeWords, wrapped } from "../report/terminal/words.ts"

const levelWords = {
  MUST: "Required: the description demands it, and a failure means that the subject doesn't conform.",
  SHOULD: "Recommended: the description suggests it. A failure is shown, and doesn't decide the verdict.",
  INFO: "For information: it is measured, and never judged."
} as const

/** All that the kit knows about one check, with the sentence of the description that it comes from. */
export const explainText = <World>(
  kit: Pick<Kit<World>, "name">,
  check: Check<World>,
  group: Pick<CheckGroup<World>, "name" | "title">,
  width: number,
  paint: Paint
): string => {
  const paragraph = (label: string, text: string) =>
    [paint.dim(label), ...wrapped(text, Math.max(30, width - 2)).map((line) => `  ${line}`)].join("\n")
  const text = requirementText(check.requirement)
  return [
    [`${paint.bold(check.id)}  ${check.level}`, ...wrapped(check.title, width)].join("\n"),
    paragraph("Level", levelWords[check.level]),
    paragraph(
      "Where it comes from",
      text === undefined ? `The decision ${check.requirement}.` : `${check.requirement}: ${text}`
    ),
    paragraph("How to fix it", check.hint),
    paragraph("Group", `${group.name}: ${group.title}`),
    paragraph("Runs in the modes", check.modes.map((mode) => `${mode} (${modeWords[mode]})`).join(", ")),
    paragraph("Run it alone", `${kit.name} run ${check.id}`),
    [paint.dim("The mistakes that it finds"), `  ${docsAddress(kit.name, check.id)}`].join("\n")
  ].join("\n\n")
}
