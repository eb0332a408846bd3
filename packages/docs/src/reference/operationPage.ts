/** The page of one operation: the call in four languages, what it takes, its answers by status, and each error that it returns. */
import { type Page, plainText } from "../Page.ts"
import {
  type Answer,
  type Api,
  type ApiOperation,
  type Example,
  type Media,
  nameOf,
  type Parameter,
  schemaAddress,
  slugOf
} from "./Document.ts"
import { fieldsOf, lineOf } from "./fields.ts"
import { ownAnswers, ownErrorsSlug } from "./ownErrors.ts"
import { type Caller, samplesOf } from "./samples.ts"

/** From an operation's page to the root of the docs. */
const ROOT = "../../../"

/** What else the docs say about an operation. */
export interface Related {
  /** The version that brought it. */
  readonly since: string
  /** The guides that use it: title and path. */
  readonly guides: ReadonlyArray<{ readonly title: string; readonly slug: string }>
  /** Where the docs explain an error code, from their root; undefined if they don't. */
  readonly errorAddress: (code: string) => string | undefined
  /** Whether the reader's own program answers the errors, which a page of the API's explains. */
  readonly areErrorsOwn?: boolean | undefined
}

const fenced = (syntax: string, text: string, title?: string): string =>
  `\`\`\`${syntax}${title === undefined ? "" : ` title="${title}"`}\n${text}\n\`\`\``

/** All of them in a row for who reads Markdown; the site's script makes tabs of them. */
const sampleTabs = (api: Api, operation: ApiOperation, caller: Caller): string =>
  `<sample-tabs>\n\n${samplesOf(api, operation, caller)
    .map(
      ({ language, syntax, text }) => `<div data-sample="${language}">\n\n${fenced(syntax, text)}\n\n</div>`
    )
    .join("\n\n")}\n\n</sample-tabs>`

const parameterList = (api: Api, parameters: ReadonlyArray<Parameter>): string =>
  parameters
    .map(({ description = "", in: place, name, required, schema = {} }) => {
      const where = place === "path" ? "in the path" : place === "query" ? "in the query" : "header"
      return `- \`${name}\` *${where}, ${lineOf(api, schema)}${required === true ? ", required" : ""}*  \n  ${description.replaceAll("\n", "\n  ")}`
    })
    .join("\n")

const exampleBlock = ({ summary, value }: Example): string =>
  fenced("json", JSON.stringify(value, undefined, 2), summary)

/** The first example is shown, the others on request. */
const examplesOf = (api: Api, { examples = {} }: Media): string => {
  const [first, ...others] = Object.values(examples).map((example) => api.resolve(example))
  if (first === undefined) return ""
  return [
    exampleBlock(first),
    ...(others.length === 0
      ? []
      : [
          `<details>\n<summary>${others.length === 1 ? "Another example" : `${others.length} more examples`}</summary>\n\n${others.map(exampleBlock).join("\n\n")}\n\n</details>`
        ])
  ].join("\n\n")
}

/** A link to the schema of a body, and its fields. */
const bodyOf = (api: Api, { schema = {}, ...media }: Media): string => {
  const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref)
  return [
    examplesOf(api, media),
    name === undefined ? "" : `Schema: [${name}](${ROOT}${schemaAddress(api.name, name)})`,
    fieldsOf(api, schema, ROOT)
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

/** Every answer has these. */
const USUAL_HEADERS = ["X-Request-Id", "RateLimit", "RateLimit-Policy"]

const headersOf = (api: Api, { headers = {} }: Answer): string =>
  Object.entries(headers)
    .filter(([name]) => !USUAL_HEADERS.includes(name))
    .map(([name, header]) => `- \`${name}\` *header*  \n  ${api.resolve(header).description ?? ""}`)
    .join("\n")

const successOf = (api: Api, [status, given]: readonly [string, Answer]): string => {
  const answer = api.resolve(given)
  const [type, media] = Object.entries(answer.content ?? {})[0] ?? []
  return [
    `### ${status}`,
    `${answer.description ?? ""}${type === undefined || type === "application/json" ? "" : ` \`${type}\``}`,
    headersOf(api, answer),
    media === undefined ? "" : bodyOf(api, media)
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

interface Problem {
  readonly code?: string
}

/** The errors that the reader's own program answers: each status with its meaning for this operation, and its codes. */
const ownErrorsOf = (api: Api, operation: ApiOperation): string =>
  ownAnswers(api, operation)
    .map(({ codes, description, status }) => {
      const links = codes.map((code) => `[\`${code}\`](${ROOT}${ownErrorsSlug(api.name)}/#${code})`)
      return `- **${status}** ${links.join(", ")}  \n  ${description}`
    })
    .join("\n")

/** The errors of an operation: each code with its cause and what to do, from the examples of its answers. */
const errorsOf = (api: Api, operation: ApiOperation, { areErrorsOwn, errorAddress }: Related): string => {
  if (areErrorsOwn === true) return ownErrorsOf(api, operation)
  const entry = (
    status: string,
    { description = "", summary = "", value, "x-remedy": remedy }: Example
  ): string => {
    const { code } = (value ?? {}) as Problem
    const address = code === undefined ? undefined : errorAddress(code)
    const shown = code === undefined ? "" : ` \`${code}\``
    const name = address === undefined ? shown : ` [${shown.trim()}](${ROOT}${address})`
    const why = plainText(description === "" ? summary : description)
    return `- **${status}**${name}  \n  ${why}${remedy === undefined ? "" : ` **What to do:** ${plainText(remedy)}`}`
  }
  return Object.entries(operation.responses)
    .filter(([status]) => !/^[23]/.test(status))
    .flatMap(([status, given]) => {
      const { content, description = "" } = api.resolve(given)
      const returned = Object.values(content?.["application/problem+json"]?.examples ?? {})
        .map((each) => api.resolve(each))
        .filter(({ value }) => {
          const { code } = (value ?? {}) as Problem
          return code === undefined || operation["x-problems"]?.includes(code) !== false
        })
      return (returned.length === 0 ? [{ description }] : returned).map((each) => entry(status, each))
    })
    .join("\n")
}

const securityOf = ({ document }: Api, operation: ApiOperation): string => {
  const schemes = (operation.security ?? document.security ?? []).flatMap((each) => Object.keys(each))
  if (schemes.length === 0) return "No key needed."
  return schemes
    .map((name) => document.components.securitySchemes?.[name])
    .map((scheme) =>
      scheme?.name === undefined ? scheme?.description : `Header \`${scheme.name}\`: ${scheme.description}`
    )
    .map((line) => `- ${line}`)
    .join("\n")
}

/** A page can't lead to an event that the specs don't have: `src/vocabulary.ts` refuses its name. */
const followingOf = (operation: ApiOperation): string =>
  (operation["x-sends"] ?? []).map((event) => `- \`${event}\``).join("\n")

/** Parameters that every operation has. Their description is on the page of the API. */
const USUAL_PARAMETERS = ["X-Request-Id"]

/** The page of an operation. */
export const operationPage = (api: Api, operation: ApiOperation, caller: Caller, related: Related): Page => {
  const {
    description = "",
    method,
    operationId,
    parameters = [],
    path,
    requestBody,
    responses,
    summary,
    tag
  } = operation
  const own = parameters.filter(({ name }) => !USUAL_PARAMETERS.includes(name))
  const body = Object.values(requestBody?.content ?? {})[0]
  const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  const section = (title: string, text: string) => (text === "" ? [] : [`## ${title}`, text])
  const planned =
    operation["x-planned"] === undefined ? [] : ["**Planned:** this operation answers 404 in this version."]
  return {
    slug: `reference/${api.name}/${slugOf(operationId)}`,
    title: summary,
    description: description.split(/(?<=\.)\s/)[0] ?? summary,
    body: [
      `<p class="operation"><span class="method">${method}</span> <code>${path}</code></p>`,
      ...planned,
      description,
      `\`${operationId}\` · tag \`${tag}\` · since ${related.since}`,
      sampleTabs(api, operation, caller),
      ...section("Who may call it", securityOf(api, operation)),
      ...section("Parameters", parameterList(api, own)),
      ...section("Body", body === undefined ? "" : bodyOf(api, body)),
      ...section("Answers", successes.map((each) => successOf(api, each)).join("\n\n")),
      ...section("Errors", errorsOf(api, operation, related)),
      ...section("Webhooks that follow", followingOf(operation)),
      ...section(
        "Guides",
        related.guides.map(({ slug, title }) => `- [${title}](${ROOT}${slug}/)`).join("\n")
      )
    ].join("\n\n")
  }
}
