import { memberOf } from "@embedded-super/http-manners"
import {
  isWorkflow,
  type ReportedCheck,
  type ReportedStep,
  type ReportedWorkflow
} from "@embedded-super/program/respect"
import type { Scene } from "./sceneFile.ts"

const stepsOf = (workflow: ReportedWorkflow): ReadonlyArray<ReportedStep> =>
  workflow.executedSteps.flatMap((entry) => (isWorkflow(entry) ? stepsOf(entry) : [entry]))

/** The last attempt of the step at which a workflow failed; undefined if it didn't. */
export const failedStep = (workflow: ReportedWorkflow): ReportedStep | undefined =>
  stepsOf(workflow).find(
    ({ checks, retriesLeft = 0 }) => retriesLeft === 0 && checks.some(({ status }) => status !== "success")
  )

/** Values that look like a key, a secret or a token; the report holds answers with them. */
const SECRET = /whsec_[\w+/=-]+|(?:product|partner)_[\w-]{20,}|[\w-]{40,}/g

const LONGEST = 200

const shown = (value: unknown): string => {
  const text = (JSON.stringify(value) ?? "nothing").replaceAll(SECRET, "********")
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`
}

const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce((value, part) => memberOf(value, part.replaceAll("~1", "/").replaceAll("~0", "~")), body)

/** The part of a condition that is on the left, as it was in the answer. */
const cameFor = ({ condition = "" }: ReportedCheck, { response }: ReportedStep): string => {
  const pointer = /^\$response\.body#(\S+)/.exec(condition)?.[1]
  if (pointer !== undefined) return shown(valueAt(response?.body, pointer))
  if (condition.startsWith("$statusCode")) return String(response?.statusCode)
  return "the answer holds nothing like that"
}

const isNoAnswer = ({ response }: ReportedStep): boolean =>
  response === undefined || response.statusCode === 0

/** The mistakes of a step: one line for the expected value, one for the value that came. */
const wrong = (step: ReportedStep): ReadonlyArray<string> => {
  if (isNoAnswer(step)) return ["expected: an answer", "came: none"]
  return step.checks
    .filter(({ status }) => status !== "success")
    .flatMap((check) =>
      check.condition === undefined
        ? [
            "expected: an answer that fits the contract",
            `came: ${shown(check.message.replaceAll(/\s+/g, " ").trim())}`
          ]
        : [`expected: ${check.condition}`, `came: ${cameFor(check, step)}`]
    )
}

const MOST_ENTRIES = 10

/** The answer's message, for people: a problem's own sentence, or the sentences of the time line. */
const said = ({ response }: ReportedStep): ReadonlyArray<string> => {
  const detail = memberOf(response?.body, "detail")
  if (typeof detail === "string")
    return [`the answer says: ${String(memberOf(response?.body, "code"))}: ${detail}`]
  const data = memberOf(response?.body, "data")
  const summaries = (Array.isArray(data) ? data : [])
    .map((entry) => memberOf(entry, "summary"))
    .filter((summary) => typeof summary === "string")
  if (summaries.length === 0) return []
  return ["the time line says:", ...summaries.slice(0, MOST_ENTRIES).map((summary) => `  ${summary}`)]
}

const remedy = (step: ReportedStep, service: string): string => {
  const status = step.response?.statusCode ?? 0
  if (status === 0) return "Run start, and the scene when start says that it is ready."
  if (status === 401) return "The key in the data folder is no longer valid. Run start again."
  if (step.retriesLeft === 0) {
    return `It was waited for until the step's retryLimit. ${service}/ shows what happened instead.`
  }
  return `${service}/ shows what happened. Faults that the scene has set may still be there; the same page ends them.`
}

/** The step that failed, the expected and the actual value, and the remedy. No secret is in it. */
export const explain = (step: ReportedStep, { file, lines }: Scene, service: string): string =>
  [
    `FAIL  ${lines.get(step.stepId) ?? step.stepId}`,
    `      ${file}, step ${step.stepId}: ${(step.request?.method ?? "").toUpperCase()} ${step.request?.url ?? ""}`.trimEnd(),
    ...[...wrong(step), ...said(step)].map((line) => `      ${line}`),
    `      ${remedy(step, service)}`
  ].join("\n")
