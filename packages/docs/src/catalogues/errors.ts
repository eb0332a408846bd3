import { type Bundle, operationsOf, type Response } from "../bundles.ts"
import type { Page } from "../Page.ts"

interface Problem {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** An error code of the service, with an example answer and the operations that may return it. */
export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly meaning: string
  readonly example: Problem
  readonly operations: ReadonlyArray<string>
  /** Whether only the embed API returns it, which a partner's program never calls. */
  readonly isOfEmbeds: boolean
}

const nameOf = ($ref: string) => $ref.split("/").at(-1) ?? ""

/** The example problems of a response, inline or by reference. */
const problemsIn = ({ components }: Bundle, { content = {} }: Response): ReadonlyArray<Problem> =>
  Object.values(content["application/problem+json"]?.examples ?? {}).map((example) => {
    const { $ref, value } = example
    return ($ref === undefined ? value : components.examples?.[nameOf($ref)]?.value) as Problem
  })

/**
 * Every code of the documents' problem answers, by status and name; the first document is the partner API, the others
 * belong to the embeds. A code without an example has no page: see the test.
 */
export const errorCodes = (documents: ReadonlyArray<Bundle>): ReadonlyArray<ErrorCode> => {
  const codes = new Map<string, ErrorCode>()
  for (const document of documents) {
    const operations = operationsOf(document)
    for (const [name, response] of Object.entries(document.components.responses)) {
      const users = operations
        .filter(({ operation }) =>
          Object.values(operation.responses).some(({ $ref }) => $ref !== undefined && nameOf($ref) === name)
        )
        .map(({ operation }) => operation.operationId)
      for (const example of problemsIn(document, response)) {
        const known = codes.get(example.code)
        codes.set(example.code, {
          code: example.code,
          status: example.status,
          title: example.title,
          meaning: response.description ?? "",
          example: known?.example ?? example,
          operations: [...new Set([...(known?.operations ?? []), ...users])].toSorted(),
          isOfEmbeds: (known?.isOfEmbeds ?? true) && document !== documents[0]
        })
      }
    }
  }
  return [...codes.values()].toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
}

const MANY = 12

const OF_EMBEDS = "*Only the embed API returns this one: no operation of the partner API does.*"

const entry = ({ code, example, isOfEmbeds, meaning, operations, status, title }: ErrorCode): string => {
  const usedBy =
    operations.length > MANY
      ? `${operations.length} operations`
      : operations.map((operation) => `\`${operation}\``).join(", ")
  return [
    `### \`${code}\``,
    `**${status}: ${title}.** ${meaning}`,
    isOfEmbeds ? OF_EMBEDS : "",
    `An example of \`detail\`: “${example.detail}”`,
    operations.length === 0 ? "" : `Returned by ${usedBy}.`
  ]
    .filter((line) => line !== "")
    .join("\n\n")
}

const fieldCode = (code: string) => `- <span id="field-${code}">\`${code}\`</span>`

/** One anchor for each code, which is the target of a problem's `type`. */
export const errorsPage = (documents: ReadonlyArray<Bundle>, fieldCodes: ReadonlyArray<string>): Page => ({
  slug: "errors",
  title: "Errors",
  description: "Every code that the service returns, what it means and what to do.",
  body: `
Whatever goes wrong, the answer is [problem details](https://www.rfc-editor.org/rfc/rfc9457) (\`application/problem+json\`):

- \`code\` is for programs, and stable. \`title\` and \`detail\` are for people, and may change.
- \`type\` names the code as an address, \`https://docs.embedded-super.example/errors#…\`. That host doesn't exist yet: the entry is on
  this page, at the same \`#\`.
- \`errors\` lists every mistake in a request at once, each with a JSON Pointer and a code of its own. It never repeats the
  value that was refused.
- \`request_id\` names the request in our logs: quote it when you contact us.

Codes that only [the API of the embeds](../specs/embed-api.json) returns are marked: your program never gets them.

A request that is refused has changed nothing. What to do by status: correct the request for 400 to 422, except 409 and 429;
read the entity's present state for 409; wait for \`Retry-After\` at 429 and 503; and try again, later and with the same
\`Idempotency-Key\`, at 500.

## Codes

${errorCodes(documents).map(entry).join("\n\n")}

## Codes of single fields

In \`errors\`, each mistake has one of these codes. The set is open: treat one that you don't know as "not valid".

${fieldCodes.map(fieldCode).join("\n")}
`
})
