import { awaitedEvent } from "../diagrams/messages.ts"
import { sequenceOf } from "../diagrams/sequence.ts"
import { escapeText } from "../diagrams/svg.ts"
import type { Criterion, Operations, Step, Workflow, Workflows } from "../diagrams/Workflow.ts"
import type { Page } from "../Page.ts"

const anchorOf = ({ workflowId }: Pick<Workflow, "workflowId">) => workflowId

const code = (text: string) => `\`${text.replaceAll(/\s+/g, " ")}\``

/** A condition in words, if there is a shorter form. */
const inWords = ({ condition }: Criterion): string => {
  const status = /^\$statusCode == (\d+)$/.exec(condition)?.[1]
  if (status !== undefined) return `status ${status}`
  const [, pointer, relation, value = ""] = /^\$response\.body#(\S+) (==|!=) (.+)$/.exec(condition) ?? []
  if (pointer === undefined) return code(condition)
  return `${code(pointer)} is ${relation === "!=" ? "not " : ""}${code(value)}`
}

const checked = (step: Step): string => {
  const event = awaitedEvent(step)
  if (event !== undefined)
    return `Waits until ${code(event)} about this entity is in the inbox, its signature verified and the entity fetched.`
  const words = (step.successCriteria ?? []).map(inWords)
  return words.length === 0 ? "" : `Checked: ${words.join(", ")}.`
}

const entry = (step: Step, { workflows }: Workflows, operations: Operations): string => {
  const called = operations.get(step.operationId ?? "")
  const child = workflows.find(({ workflowId }) => workflowId === step.workflowId)
  const what =
    called !== undefined
      ? code(`${called.method} ${called.path}`)
      : child !== undefined
        ? `Runs [${child.summary}](#${anchorOf(child)}).`
        : ""
  return [`1. **${step.stepId}.** ${step.description}`, what, checked(step)]
    .filter((line) => line !== "")
    .join("<br>")
}

/** A diagram that is wider than a small screen scrolls separately, also by keyboard. */
const region = (workflow: Workflow, svg: string): string =>
  `<div class="sequence not-content" role="region" aria-label="${escapeText(`Sequence: ${workflow.summary}`)}" tabindex="0">${svg}</div>`

/** The flow's section in the service description, which readers of the docs don't need. */
const inDescription = /^Sections? [\d., ]+(?:and \d+)?\. /

const section = (workflow: Workflow, document: Workflows, operations: Operations): string => `
<span id="${anchorOf(workflow)}"></span>

## ${workflow.summary}

${workflow.description.trim().replace(inDescription, "")}

${region(workflow, sequenceOf(workflow, document, operations))}

\`${workflow.workflowId}\`, step by step:

${workflow.steps.map((step) => entry(step, document, operations)).join("\n")}
`

/** Every workflow: its purpose, its sequence, and the calls and checks of each step. */
export const workflowsPage = (document: Workflows, operations: Operations): Page => ({
  slug: "reference/workflows",
  title: "Workflows",
  description:
    "The flows of the service, call by call, as sequence diagrams and as a document that can be run.",
  body: `
Each flow is written down as calls that can be run, in [one document](../../specs/onboarding.arazzo.json) of the
[Arazzo Specification](https://spec.openapis.org/arazzo/latest.html). Before each release all of them are run, against the
service and its two simulators; a step with another answer than it describes fails. The diagrams below are made of the same
document.

A full arrow is a call, with the status of its answer below; a dashed arrow is a webhook; a dotted box is what the
simulator of the partner or the fund then has.

[Run them yourself](../../developers/run-the-workflows/), against your own machine.

${document.workflows.map((workflow) => section(workflow, document, operations)).join("\n")}
`
})
