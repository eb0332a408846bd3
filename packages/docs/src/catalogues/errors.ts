import { type Bundle, operationsOf, type Response } from "../bundles.ts"
import type { Page } from "../Page.ts"
import { operationAddress } from "../reference/Document.ts"

interface Problem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** An error code of the service: why it is returned, what to do, an example, and the operations that return it. */
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

const nameOf = ($ref: string) => $ref.split("/").at(-1) ?? ""

/** The example problems of a response, inline or by reference, each with its cause and remedy. */
const examplesIn = ({ components }: Bundle, { content = {} }: Response) =>
  Object.values(content["application/problem+json"]?.examples ?? {}).map((given) => {
    const example = given.$ref === undefined ? given : components.examples?.[nameOf(given.$ref)]
    return {
      problem: example?.value as Problem,
      cause: example?.description ?? "",
      remedy: example?.["x-remedy"] ?? ""
    }
  })

const operationsWith = (document: Bundle, code: string): ReadonlyArray<string> =>
  operationsOf(document)
    .filter(({ operation }) => operation["x-problems"]?.includes(code))
    .map(({ operation }) => operation.operationId)
    .toSorted()

/**
 * Every code of the problem answers of both documents, by status and name. A code that both return is shown as the
 * partner API has it. Of the answers that all APIs share, those of no operation are every path's. A code without an example
 * has no entry: see the test.
 */
export const errorCodes = (
  partnerApi: Bundle,
  embedApi: Bundle,
  shared: Bundle
): ReadonlyArray<ErrorCode> => {
  const codes = new Map<string, ErrorCode>()
  for (const document of [partnerApi, embedApi, shared]) {
    const examples = Object.values(document.components.responses).flatMap((response) =>
      examplesIn(document, response)
    )
    for (const { cause, problem, remedy } of examples) {
      const { code, status, title } = problem
      const operations = operationsWith(partnerApi, code)
      const embedOperations = operationsWith(embedApi, code)
      const isOfPaths = document === shared
      // A document shares its answers with the other one, and so has examples of codes that it never returns.
      if (codes.has(code) || (!isOfPaths && operations.length + embedOperations.length === 0)) continue
      codes.set(code, {
        ...{ code, status, title, cause, remedy, example: problem },
        ...{ operations, embedOperations, isOfPaths }
      })
    }
  }
  return [...codes.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

/** More operations than these are shown on request. */
const MANY = 12

const OF_PATHS = "Returned by every path."

const OF_EMBEDS = "*Only the embed API returns this one: no operation of the partner API does.*"

/** Replaces each name of an operation in backticks by a link to it. */
const withLinks = (text: string, addresses: ReadonlyMap<string, string>): string =>
  text.replaceAll(/`(\w+)`/g, (written, name: string) => {
    const address = addresses.get(name)
    return address === undefined ? written : `[${written}](../${address})`
  })

const returnedBy = (names: ReadonlyArray<string>, addresses: ReadonlyMap<string, string>): string => {
  const list = withLinks(names.map((name) => `\`${name}\``).join(", "), addresses)
  return names.length > MANY
    ? `<details>\n<summary>Returned by ${names.length} operations</summary>\n\n${list}\n\n</details>`
    : `Returned by ${list}.`
}

const entry = (error: ErrorCode, addresses: ReadonlyMap<string, string>): string => {
  const { cause, code, embedOperations, example, isOfPaths, operations, remedy, status, title } = error
  return [
    `### \`${code}\``,
    `**${status}: ${title}.** ${withLinks(cause, addresses)}`,
    `**What to do:** ${withLinks(remedy, addresses)}`,
    embedOperations.length > 0 && operations.length === 0 ? OF_EMBEDS : "",
    `An example of \`detail\`: “${example.detail}”`,
    isOfPaths ? OF_PATHS : "",
    operations.length === 0 ? "" : returnedBy(operations, addresses),
    operations.length > 0 || embedOperations.length === 0
      ? ""
      : `Returned by ${embedOperations.map((name) => `\`${name}\``).join(", ")}.`
  ]
    .filter((line) => line !== "")
    .join("\n\n")
}

const fieldCode = (code: string) => `- <span id="field-${code}">\`${code}\`</span>`

/** One anchor for each code, which is the target of a problem's `type`. */
export const errorsPage = (
  partnerApi: Bundle,
  embedApi: Bundle,
  shared: Bundle,
  fieldCodes: ReadonlyArray<string>
): Page => {
  const addresses = new Map(
    operationsOf(partnerApi).map(({ operation }) => [
      operation.operationId,
      operationAddress("partner-api", operation.operationId)
    ])
  )
  const codes = errorCodes(partnerApi, embedApi, shared)
  return {
    slug: "errors",
    title: "Errors",
    description: "Every code that the service returns, what it means and what to do.",
    body: `
Whatever goes wrong, the answer is [problem details](https://www.rfc-editor.org/rfc/rfc9457) (\`application/problem+json\`):

- \`code\` is for programs, and stable. \`title\` and \`detail\` are for people, and may change.
- \`type\` is the address of the code's entry on this page, where the operator of the service publishes it.
- \`errors\` lists every mistake in a request at once, each with a JSON Pointer and a code of its own. It never repeats the
  value that was refused.
- \`request_id\` names the request in our logs: quote it when you contact us.

Codes that only [the API of the embeds](../specs/embed-api.json) returns are marked: your program never gets them.

A request that is refused has changed nothing. Each code below says why it is returned, what to do, and which operations
return it; a code that isn't listed for an operation is never its answer.

## Codes

${codes.map((code) => entry(code, addresses)).join("\n\n")}

## Codes of single fields

In \`errors\`, each mistake has one of these codes. The set is open: treat one that you don't know as "not valid".

${fieldCodes.map(fieldCode).join("\n")}
`
  }
}
