/**
 * The page of errors of an API that its readers implement: one anchor for each code, and under it what each operation's answer
 * means. The codes of what the service itself answers are in `catalogues/errors.ts`.
 */
import { type Page, plainText } from "../Page.ts"
import { type Answer, type Api, type ApiOperation, type Example, operationAddress } from "./Document.ts"

/** From this page to the root of the docs. */
const ROOT = "../../../"

/** Where the page is, from the root of the docs. */
export const ownErrorsSlug = (api: string): string => `reference/${api}/errors`

const problemOf = ({ value }: Example) => (value ?? {}) as { readonly code?: string; readonly title?: string }

/** The error answers of an operation: each with its status, its meaning for this operation, and its examples. */
export const ownAnswers = (api: Api, { responses }: ApiOperation) =>
  Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, given]) => {
      const { content, description = "" }: Answer = api.resolve(given)
      const examples = Object.values(content?.["application/problem+json"]?.examples ?? {}).map(api.resolve)
      const codes = [...new Set(examples.flatMap((example) => problemOf(example).code ?? []))]
      return { status, description: plainText(description), examples, codes }
    })

type OwnAnswer = ReturnType<typeof ownAnswers>[number]

/** Whose codes are explained on the API's own page, by their names. */
export const ownCodes = (api: Api): ReadonlySet<string> =>
  new Set(api.operations.flatMap((operation) => ownAnswers(api, operation).flatMap(({ codes }) => codes)))

const exampleBlock = (example: Example): string =>
  `\`\`\`json title="${example.summary ?? ""}"\n${JSON.stringify(example.value, undefined, 2)}\n\`\`\``

/** What a code means: for itself, or as its answer is described. */
const causeOf = ({ description, examples }: OwnAnswer, code: string): string => {
  const { description: cause } = examples.find((each) => problemOf(each).code === code) ?? {}
  return cause === undefined ? description : plainText(cause)
}

const entry = (api: Api, code: string): string => {
  const uses = api.operations.flatMap((operation) =>
    ownAnswers(api, operation)
      .filter(({ codes }) => codes.includes(code))
      .map((answer) => ({ ...answer, description: causeOf(answer, code), operation }))
  )
  const examples = uses.flatMap(({ examples }) => examples).filter((each) => problemOf(each).code === code)
  const meanings = [...Map.groupBy(uses, ({ description }) => description)].map(([description, of]) => {
    const links = of.map(
      ({ operation: { operationId, summary } }) =>
        `[${summary}](${ROOT}${operationAddress(api.name, operationId)})`
    )
    return `- ${links.join(", ")}:  \n  ${description}`
  })
  const blocks = [...new Set(examples.map(exampleBlock))]
  return [
    `### \`${code}\``,
    `**${uses[0]?.status}: ${examples.map((each) => problemOf(each).title)[0]}**`,
    meanings.join("\n"),
    `<details>\n<summary>${blocks.length === 1 ? "An answer" : "Answers"} with this code</summary>\n\n${blocks.join("\n\n")}\n\n</details>`
  ].join("\n\n")
}

export const ownErrorsPage = (api: Api, title: string): Page => ({
  slug: ownErrorsSlug(api.name),
  title: `${title}: errors`,
  description:
    "Every error that a fund answers: the status and code, when to answer it for each operation, and what the service does then.",
  body: `
You answer these. The service acts on the status, and on the \`Retry-After\` of a 429; what follows after each status, with
every time and number, is in [Numbers](${ROOT}funds/numbers/#after-a-status). The codes and bodies are a recommendation: the
service takes any. From a refused registration it reads [which fields, or which of three
reasons](${ROOT}funds/member-registration/#when-you-refuse).

Another 4xx, such as 404, 409, 415 or 422, counts as 400. Another 5xx counts as 500, but for 502 and 504: a [gateway answers
these](${ROOT}funds/numbers/#after-a-status) when it doesn't know what you did.

## Codes

${[...ownCodes(api)].map((code) => entry(api, code)).join("\n\n")}
`
})
