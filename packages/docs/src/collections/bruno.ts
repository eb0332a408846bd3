import type { Collection, CollectionRequest, Value } from "./Collection.ts"

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ")

/** A block of Bruno's text format; empty if it has no lines. */
const block = (name: string, lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "" : `${name} {\n${indented(lines.join("\n"))}\n}\n`

const blocks = (...parts: ReadonlyArray<string>): string => parts.filter((part) => part !== "").join("\n")

const pair = ({ isSent, name, value }: Value): string => `${isSent ? "" : "~"}${name}: ${value}`

const requestFile = (request: CollectionRequest, order: number): string => {
  const { body, key } = request
  return blocks(
    block("meta", [`name: ${request.name}`, "type: http", `seq: ${order}`]),
    block(request.method.toLowerCase(), [
      `url: {{baseUrl}}${request.path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
      `body: ${body === undefined ? "none" : "json"}`,
      `auth: ${key === undefined ? "none" : "apikey"}`
    ]),
    block("params:query", request.query.map(pair)),
    block("params:path", request.pathValues.map(pair)),
    block("headers", request.headers.map(pair)),
    block(
      "auth:apikey",
      key === undefined ? [] : [`key: ${key.header}`, `value: {{${key.variable}}}`, "placement: header"]
    ),
    block("body:json", body === undefined ? [] : [JSON.stringify(body, null, 2)]),
    block("docs", [request.description.trim()])
  )
}

const environmentFile = (baseUrl: string, secrets: ReadonlyArray<string>): string =>
  `${block("vars", [`baseUrl: ${baseUrl}`])}vars:secret [\n${indented(secrets.join(",\n"))}\n]\n`

/** A collection as the files of a Bruno folder, by name. A secret's value stays on the reader's machine. */
export const brunoOf = ({
  description,
  environments,
  folders,
  name,
  secrets
}: Collection): Readonly<Record<string, string>> => ({
  "bruno.json": `${JSON.stringify({ version: "1", name, type: "collection", ignore: [] }, null, 2)}\n`,
  "collection.bru": block("docs", [description]),
  ...Object.fromEntries(
    environments.map((environment) => [
      `environments/${environment.name}.bru`,
      environmentFile(environment.baseUrl, secrets)
    ])
  ),
  ...Object.fromEntries(
    folders.flatMap((folder, place) => [
      [
        `${folder.name}/folder.bru`,
        blocks(
          block("meta", [`name: ${folder.name}`, `seq: ${place + 1}`]),
          block("docs", [folder.description])
        )
      ],
      ...folder.requests.map((request, index) => [
        `${folder.name}/${request.id}.bru`,
        requestFile(request, index + 1)
      ])
    ])
  )
})
