import type { Page } from "../Page.ts"
import { type Answer, type Api, operationAddress } from "../reference/Document.ts"

interface Problem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** An error code of the service: why it is returned, what to do, an answer, and the operations that return it. */
export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly title: string
  /** From the specs; empty where they have none, which a test refuses. */
  readonly cause: string
  readonly remedy: string
  readonly example: Problem
  /** Of the partner API, by their ids. */
  readonly operations: ReadonlyArray<string>
  /** Of the embed API, which a partner's program never calls. */
  readonly embedOperations: ReadonlyArray<string>
  /** Whether every path returns it, and no operation names it. */
  readonly isOfPaths: boolean
}

/** The example problems of a response, inline or by reference, each with its cause and remedy. */
const examplesIn = (resolve: Api["resolve"], { content = {} }: Answer) =>
  Object.values(content["application/problem+json"]?.examples ?? {}).map((given) => {
    const { description: cause = "", value, "x-remedy": remedy = "" } = resolve(given)
    return { problem: value as Problem, cause, remedy }
  })

const operationsWith = ({ operations }: Api, code: string): ReadonlyArray<string> =>
  operations
    .filter((operation) => operation["x-problems"]?.includes(code))
    .map(({ operationId }) => operationId)
    .toSorted()

/**
 * Every code of the problem answers of both documents, by status and name. A code that both return is shown as the
 * partner API has it. Of the answers that all APIs share, those of no operation are every path's. A code without an example
 * has no entry: see the test.
 */
export const errorCodes = (
  partnerApi: Api,
  embedApi: Api,
  shared: ReadonlyArray<Answer>
): ReadonlyArray<ErrorCode> => {
  const codes = new Map<string, ErrorCode>()
  const sources = [
    ...[partnerApi, embedApi].map(({ document, resolve }) => ({
      examples: Object.values(document.components.responses ?? {}).flatMap((each) =>
        examplesIn(resolve, each)
      ),
      isOfPaths: false
    })),
    { examples: shared.flatMap((each) => examplesIn((part) => part, each)), isOfPaths: true }
  ]
  for (const { examples, isOfPaths } of sources)
    for (const { cause, problem, remedy } of examples) {
      const { code, status, title } = problem
      const operations = operationsWith(partnerApi, code)
      const embedOperations = operationsWith(embedApi, code)
      // A document shares its answers with the other one, and so has examples of codes that it never returns.
      if (codes.has(code) || (!isOfPaths && operations.length + embedOperations.length === 0)) continue
      codes.set(code, {
        ...{ code, status, title, cause, remedy, example: problem },
        ...{ operations, embedOperations, isOfPaths }
      })
    }
  return [...codes.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

/** More operations than these are shown on request. */
const MANY = 12

const link = (operationId: string): string =>
  `[\`${operationId}\`](../${operationAddress("partner-api", operationId)})`

/** Makes each name of an operation in backticks a link to it, and the operator one to what a reader who is the operator types. */
const withLinks = (text: string, names: ReadonlySet<string>): string =>
  text
    .replaceAll(/`(\w+)`/g, (written, name: string) => (names.has(name) ? link(name) : written))
    .replaceAll(/the operator(?: of the service)?/g, "[$&](../partners/sandbox/#where-you-are-the-operator)")

const returnedBy = (names: ReadonlyArray<string>): string => {
  const list = names.map(link).join(", ")
  return names.length > MANY
    ? `<details>\n<summary>Returned by ${names.length} operations</summary>\n\n${list}\n\n</details>`
    : `Returned by ${list}.`
}

const entry = (error: ErrorCode, names: ReadonlySet<string>): string => {
  const { cause, code, embedOperations, example, isOfPaths, operations, remedy, status, title } = error
  return [
    `### \`${code}\``,
    `**${status}: ${title}**`,
    `**Why:** ${withLinks(cause, names)}`,
    `**What to do:** ${withLinks(remedy, names)}`,
    isOfPaths ? "Returned by every path." : "",
    operations.length === 0 ? "" : returnedBy(operations),
    operations.length > 0 || embedOperations.length === 0
      ? ""
      : `Returned by ${embedOperations.map((name) => `\`${name}\``).join(", ")}.`,
    `<details>\n<summary>An answer with this code</summary>\n\n\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\`\n\n</details>`
  ]
    .filter((line) => line !== "")
    .join("\n\n")
}

const fieldCodesOf = ({ document }: Api): ReadonlyArray<string> =>
  document.components.schemas["FieldError"]?.properties?.["code"]?.["x-extensible-enum"] ?? []

const fieldCode = (code: string) => `- <span id="field-${code}">\`${code}\`</span>`

/** Whether a partner's program never gets the code. */
const isOfEmbeds = ({ embedOperations, operations }: ErrorCode) =>
  operations.length === 0 && embedOperations.length > 0

/** One anchor for each code, which is the target of a problem's `type`. */
export const errorsPage = (partnerApi: Api, embedApi: Api, shared: ReadonlyArray<Answer>): Page => {
  const names = new Set(partnerApi.operations.map(({ operationId }) => operationId))
  const codes = errorCodes(partnerApi, embedApi, shared)
  const entries = (of: ReadonlyArray<ErrorCode>) => of.map((code) => entry(code, names)).join("\n\n")
  return {
    slug: "errors",
    title: "Errors",
    description: "Every error code that the service returns: what happened, why, what to do, and an answer.",
    body: `
Whatever goes wrong, the answer is [problem details](https://www.rfc-editor.org/rfc/rfc9457) (\`application/problem+json\`):

- \`code\` is for programs, and stable. \`title\` and \`detail\` are for people, and may change.
- \`type\` is the address of the code's entry on this page, where the operator of the service publishes it.
- \`errors\` lists every mistake in a request at once, each with a JSON Pointer and a code of its own. It never repeats the
  value that was refused.
- \`request_id\` names the request in our logs: quote it when you contact us.

A request that is refused has changed nothing. Each code below says why it is returned, what to do, and which operations
return it; a code that isn't listed for an operation is never its answer.

## Codes

${entries(codes.filter((code) => !isOfEmbeds(code)))}

## Codes of single fields

In \`errors\`, each mistake has one of these codes. The set is open: treat one that you don't know as "not valid".

${fieldCodesOf(partnerApi).map(fieldCode).join("\n")}

## Codes of the embeds

Only [the API of the embeds](../specs/embed-api.json) returns these. Your program never gets them; the embed shows people what to
do.

${entries(codes.filter(isOfEmbeds))}
`
  }
}
