import type { Operations, Step, Workflow, Workflows } from "./Workflow.ts"

/** The participants, in order from left to right. */
export const participants = ["partner", "service", "embed", "fund"] as const
export type Participant = (typeof participants)[number]

export const names: Readonly<Record<Participant, string>> = {
  partner: "Partner's server",
  service: "Embedded Super",
  embed: "Browser embed",
  fund: "Super fund"
}

/** A step's role in a sequence. */
export type Message =
  | {
      readonly kind: "call"
      readonly from: Participant
      readonly to: Participant
      readonly text: string
      /** The status of the answer. */
      readonly answer: string
    }
  | { readonly kind: "webhook"; readonly from: Participant; readonly to: Participant; readonly text: string }
  | { readonly kind: "note"; readonly at: Participant; readonly text: string }
  | { readonly kind: "workflow"; readonly text: string }

/** The caller of the service, by API. */
const callers: Readonly<Record<string, Participant>> = { "partner-api": "partner", "embed-api": "embed" }

/** The participant that each simulator plays: a call to the simulator is shown as a note on that participant. */
const played: Readonly<Record<string, Participant>> = {
  "partner-simulator": "partner",
  "fund-simulator": "fund"
}

const event = /payload\.event ==\s*'(\w+)'/

/** The event that a step waits for, if any. */
export const awaitedEvent = ({ operationId = "", successCriteria = [] }: Step): string | undefined =>
  operationId.endsWith(".listReceivedWebhooks")
    ? successCriteria
        .filter(({ condition }) => !/^\$\[\?count\(.*== 0\]$/s.test(condition))
        .map(({ condition }) => event.exec(condition)?.[1])
        .find((name) => name !== undefined)
    : undefined

const answerOf = ({ successCriteria = [] }: Step): string =>
  successCriteria.map(({ condition }) => /^\$statusCode == (\d+)$/.exec(condition)?.[1]).find(Boolean) ?? ""

/** The message of a step in the sequence of its workflow. Throws for a step that it can't show. */
const messageOf = (step: Step, { workflows }: Workflows, operations: Operations): Message => {
  const child = workflows.find(({ workflowId }) => workflowId === step.workflowId)
  if (child !== undefined) return { kind: "workflow", text: child.summary }
  const [, document = ""] = (step.operationId ?? "").split(".")
  const awaited = awaitedEvent(step)
  if (awaited !== undefined) return { kind: "webhook", from: "service", to: "partner", text: awaited }
  const at = played[document]
  if (at !== undefined) return { kind: "note", at, text: step.description }
  const from = callers[document]
  const called = operations.get(step.operationId ?? "")
  if (from === undefined || called === undefined)
    throw new Error(`The step ${step.stepId} calls ${step.operationId}, which no diagram shows.`)
  return { kind: "call", from, to: "service", text: called.summary, answer: answerOf(step) }
}

export const messagesOf = (workflow: Workflow, document: Workflows, operations: Operations) =>
  workflow.steps.map((step) => messageOf(step, document, operations))

/** The message as a sentence, for readers who don't see the diagram. */
export const sentenceOf = (message: Message): string => {
  switch (message.kind) {
    case "call":
      return `${names[message.from]} to ${names[message.to]}: ${message.text}, answered ${message.answer}.`
    case "webhook":
      return `${names[message.from]} to ${names[message.to]}, by webhook: ${message.text}.`
    case "note":
      return `${names[message.at]}: ${message.text}`
    case "workflow":
      return `First: ${message.text}.`
  }
}
