/**
 * A scene's file: an Arazzo document with one workflow (scenes/README.md). Its mistakes are named before anything runs,
 * because a scene that stops in the middle leaves faults behind.
 *
 * `text` is the document with the contracts' places replaced, at the same lines: `respect` names lines.
 */
import { existsSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { isMap, isScalar, isSeq, parseDocument } from "yaml"
import { UsageError } from "@embedded-super/program/commandLine"

/** The sources that a scene may call, and the contract of each. */
const CONTRACTS = {
  "partner-api": "partner-api",
  "embed-api": "embed-api",
  "workbench-api": "workbench-api",
  "partner-simulator": "simulator-api",
  "fund-simulator": "simulator-api"
} as const

export type SourceName = keyof typeof CONTRACTS

export interface Scene {
  /** As it was named on the command line. */
  readonly file: string
  readonly title: string
  readonly workflowId: string
  readonly sources: ReadonlyArray<SourceName>
  /** The line of each step, by the step's id. */
  readonly lines: ReadonlyMap<string, string>
  /** Its inputs, each with its default and what it is. */
  readonly inputs: Readonly<
    Record<string, { readonly default: string | undefined; readonly description: string | undefined }>
  >
  readonly text: string
}

interface Step {
  readonly stepId?: string
  readonly description?: string
  readonly operationId?: string
}

interface Document {
  readonly arazzo?: string
  readonly info?: { readonly title?: string }
  readonly sourceDescriptions?: ReadonlyArray<{ readonly name?: string }>
  readonly workflows?: ReadonlyArray<{
    readonly workflowId?: string
    readonly inputs?: Input
    readonly steps?: ReadonlyArray<Step>
  }>
  readonly components?: { readonly inputs?: Readonly<Record<string, Input>> }
}

interface Input {
  readonly $ref?: string
  readonly properties?: Readonly<
    Record<string, { readonly default?: unknown; readonly description?: string }>
  >
}

const contractOf = (source: SourceName): URL =>
  new URL(`../../packages/contracts/bundled/${CONTRACTS[source]}.json`, import.meta.url)

const isSource = (name: string): name is SourceName => Object.hasOwn(CONTRACTS, name)

const textOf = (file: string): string => {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}. Scenes are in the folder scenes.`)
  if (statSync(file).isDirectory()) throw new UsageError(`${file} is a folder. Name one scene of it.`)
  return readFileSync(file, "utf8")
}

const parse = (file: string, text: string) => {
  const parsed = parseDocument(text)
  const [error] = parsed.errors
  if (error === undefined) return parsed
  const [first = ""] = error.message.split("\n")
  throw new UsageError(`${file} isn't YAML: ${first.replace(/:$/, "")}.`)
}

const sourcesOf = (file: string, document: Document): ReadonlyArray<SourceName> =>
  (document.sourceDescriptions ?? []).map(({ name = "" }) => {
    if (isSource(name)) return name
    throw new UsageError(
      `${file} has the source ${name || "without a name"}. A scene knows: ${Object.keys(CONTRACTS).join(", ")}.`
    )
  })

/** The operations of a contract. */
const operationsOf = (source: SourceName): ReadonlySet<unknown> => {
  const { paths }: { readonly paths: Readonly<Record<string, Readonly<Record<string, any>>>> } = JSON.parse(
    readFileSync(contractOf(source), "utf8")
  )
  return new Set(
    Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  )
}

const checkOperations = (
  file: string,
  steps: ReadonlyArray<Step>,
  sources: ReadonlyArray<SourceName>
): void => {
  const known = new Map(sources.map((source) => [source as string, operationsOf(source)]))
  for (const { operationId, stepId } of steps) {
    if (operationId === undefined) continue
    const [, source = "", name] = /^\$sourceDescriptions\.([^.]+)\.(.+)$/.exec(operationId) ?? []
    if (known.get(source)?.has(name) === true) continue
    throw new UsageError(
      `${file}: the step ${stepId} calls ${operationId}, which no source of the scene has. Write $sourceDescriptions.SOURCE.OPERATION.`
    )
  }
}

const inputsOf = ({ components, workflows }: Document): Scene["inputs"] => {
  const own = workflows?.[0]?.inputs
  const named = own?.$ref?.replace("#/components/inputs/", "")
  const { properties = {} } = (named === undefined ? own : components?.inputs?.[named]) ?? {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, { default: value, description }]) => [
      name,
      { default: value === undefined ? undefined : String(value), description: description?.trim() }
    ])
  )
}

/** The first sentence of a step's description; its id if it has none. */
const lineOf = ({ description, stepId = "" }: Step): readonly [string, string] => [
  stepId,
  /^.*?[.!?](?=\s|$)/s
    .exec(description ?? "")?.[0]
    .replaceAll(/\s+/g, " ")
    .replace(/\.$/, "") ??
    description?.trim() ??
    stepId
]

/** The document with each source's `url` replaced by the place of its contract. */
const withContracts = (text: string, parsed: ReturnType<typeof parseDocument>): string => {
  const list = parsed.get("sourceDescriptions")
  const urls = (isSeq(list) ? list.items : []).flatMap((item) => {
    const url = isMap(item) ? item.get("url", true) : undefined
    const name = isMap(item) ? String(item.get("name")) : ""
    return isScalar(url) && url.range && isSource(name) ? [{ name, range: url.range }] : []
  })
  return urls.toReversed().reduce((left, { name, range: [from, to] }) => {
    return left.slice(0, from) + JSON.stringify(fileURLToPath(contractOf(name))) + left.slice(to)
  }, text)
}

/** Reads a scene. Throws a `UsageError` for a mistake in it. */
export const readScene = (file: string): Scene => {
  const text = textOf(file)
  const parsed = parse(file, text)
  const document: Document = parsed.toJS() ?? {}
  const { arazzo, info, workflows = [] } = document
  if (!String(arazzo).startsWith("1.0")) {
    throw new UsageError(`${file} is no scene: it doesn't begin with "arazzo: 1.0.1".`)
  }
  const [workflow] = workflows
  if (workflow === undefined || workflows.length > 1) {
    throw new UsageError(`${file} has ${workflows.length} workflows. A scene has one.`)
  }
  const { steps = [], workflowId = "" } = workflow
  const sources = sourcesOf(file, document)
  checkOperations(file, steps, sources)
  return {
    file,
    title: info?.title ?? file,
    workflowId,
    sources,
    lines: new Map(steps.map(lineOf)),
    inputs: inputsOf(document),
    text: withContracts(text, parsed)
  }
}
