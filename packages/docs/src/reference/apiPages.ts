/** The reference of an API: its own page, a page for each operation, and one of all its schemas. */
import { type Page, table } from "../Page.ts"
import { type Api, nameOf, operationAddress, type Schema, slugOf } from "./Document.ts"
import { fieldsOf, lineOf } from "./fields.ts"
import { operationPage, type Related } from "./operationPage.ts"
import { ownErrorsPage, ownErrorsSlug } from "./ownErrors.ts"
import { type Caller } from "./samples.ts"

/** From the page of an API, and of its schemas, to the root of the docs. */
const OF_API = "../../"
const OF_SCHEMAS = "../../../"

/** An API and how readers call it. */
export interface Reference {
  readonly api: Api
  readonly caller: Caller
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** The folder of its readers' guides, which are listed before others. */
  readonly readers: "partners" | "funds" | "developers"
  /** Whether its readers implement it, and so answer its errors themselves. */
  readonly areErrorsOwn?: true
}

/** The headings of a spec's own text are those of a page of its own. */
const overview = ({ api, description, title }: Reference): Page => {
  const { document, name, operations } = api
  const tags = document.tags
    .map(({ description: text, name: tag }) => ({
      ...{ tag, text },
      own: operations.filter((operation) => operation.tag === tag)
    }))
    .filter(({ own }) => own.length > 0)
  return {
    slug: `reference/${name}`,
    title,
    description,
    body: [
      document.info.description,
      "## Operations",
      ...tags.flatMap(({ own, tag, text }) => [
        `### ${tag}`,
        text,
        table(
          ["Operation", "Call"],
          own.map(({ method, operationId, path, summary }) => [
            `[${summary}](${OF_API}${operationAddress(name, operationId)})`,
            `\`${method} ${path}\``
          ])
        )
      ]),
      "## As a file",
      `[${name}.json](${OF_API}specs/${name}.json), version ${document.info.version}. [All schemas](schemas/) are on one page.`
    ].join("\n\n")
  }
}

const isOfFields = ({ oneOf, properties }: Schema) => properties !== undefined || oneOf !== undefined

const schemaEntry = (api: Api, name: string, schema: Schema): string => {
  const either = schema.oneOf?.flatMap(({ $ref }) => ($ref === undefined ? [] : [nameOf($ref)])) ?? []
  return [
    `## ${name}`,
    schema.description ?? "",
    either.length === 0
      ? ""
      : `One of ${either.map((each) => `[${each}](#${each.toLowerCase()})`).join(", ")}.`,
    isOfFields(schema) ? fieldsOf(api, schema, OF_SCHEMAS, [name]) : `*${lineOf(api, schema)}*`
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}

const schemasPage = ({ api, title }: Reference): Page => ({
  slug: `reference/${api.name}/schemas`,
  title: `${title}: schemas`,
  description: "Every schema of the document, with its fields, types and bounds.",
  body: Object.entries(api.document.components.schemas)
    .map(([name, schema]) => schemaEntry(api, name, schema))
    .join("\n\n")
})

/** All pages of an API's reference. */
export const apiPages = (
  reference: Reference,
  relatedTo: (operationId: string) => Related
): ReadonlyArray<Page> => [
  overview(reference),
  ...reference.api.operations.map((operation) =>
    operationPage(reference.api, operation, reference.caller, relatedTo(operation.operationId))
  ),
  ...(reference.areErrorsOwn === true ? [ownErrorsPage(reference.api, reference.title)] : []),
  schemasPage(reference)
]

/** The side bar of an API: its page, and the operations of each tag. */
export const apiSidebar = ({ api, areErrorsOwn, title }: Reference) => ({
  label: title,
  collapsed: true,
  items: [
    { label: "Overview", link: `/reference/${api.name}/` },
    ...api.document.tags
      .map(({ name: tag }) => ({
        label: tag,
        collapsed: true,
        items: api.operations
          .filter((operation) => operation.tag === tag)
          .map(({ operationId, summary }) => ({
            label: summary,
            link: `/reference/${api.name}/${slugOf(operationId)}/`
          }))
      }))
      .filter(({ items }) => items.length > 0),
    ...(areErrorsOwn === true ? [{ label: "Errors", link: `/${ownErrorsSlug(api.name)}/` }] : []),
    { label: "Schemas", link: `/reference/${api.name}/schemas/` }
  ]
})
