import { spawn } from "node:child_process"
import process from "node:process"
import { compileCache } from "@embedded-super/program/projectRoot"
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parse } from "yaml"

/** A tool's output, its streams separate, and its exit code. */
interface ToolResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const entries = {
  redocly: "node_modules/@redocly/cli/bin/cli.js",
  spectral: "node_modules/@stoplight/spectral-cli/dist/index.js"
}

/** Runs Redocly or Spectral with the Node that runs this script, with telemetry and update checks off. */
const runTool = (tool: keyof typeof entries, args: ReadonlyArray<string>): Promise<ToolResult> =>
  new Promise((resolve, reject) => {
    const env = {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
    }
    const child = spawn(process.execPath, [entries[tool], ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk) => (stdout += String(chunk)))
    child.stderr.on("data", (chunk) => (stderr += String(chunk)))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, stdout, stderr }))
  })

/**
 * Runs a tool that prints so many JSON values, indented. If it prints another number, as when it fails before its work,
 * all its output becomes the error.
 */
export const runJsonTools = async <A>(
  tool: keyof typeof entries,
  args: ReadonlyArray<string>,
  count: number
): Promise<ReadonlyArray<A>> => {
  const { stdout, stderr } = await runTool(tool, args)
  const failure = () => new Error(`${tool} ${args.join(" ")} failed:\n${stderr}${stdout}`)
  try {
    // Only the outermost brace begins a line; the next value follows it on the same line.
    const values = stdout.split(/(?<=^\})(?=\{)/m).map((text) => JSON.parse(text))
    return values.length === count ? values : Promise.reject(failure())
  } catch {
    throw failure()
  }
}

/** Runs a tool that prints one JSON value. */
export const runJsonTool = async <A>(tool: keyof typeof entries, args: ReadonlyArray<string>): Promise<A> => {
  const [value] = await runJsonTools<A>(tool, args, 1)
  return value as A
}

/** The Redocly configuration with the list of documents; scripts read the list from it, so that there is only one. */
export const redoclyConfig = "specs/redocly.yaml"

/** An OpenAPI, AsyncAPI or Arazzo document, as completed by codegen. */
export interface SpecDocument {
  readonly name: string
  /** The path from the root of the repository. */
  readonly root: string
  readonly isOpenApi: boolean
}

/** All documents, in the order of specs/redocly.yaml. */
export const specDocuments = (): ReadonlyArray<SpecDocument> => {
  const apis: Readonly<Record<string, { readonly root: string }>> = parse(
    readFileSync(redoclyConfig, "utf8")
  ).apis
  return Object.entries(apis).map(([name, api]) => {
    const root = join(dirname(redoclyConfig), api.root)
    return { name, root, isOpenApi: root.endsWith("-api.json") }
  })
}

/** The hand-written sources: the documents, and the schemas, rows of files, messages and paths beside them. */
export const sourceFiles = (): ReadonlyArray<string> =>
  globSync([
    "specs/*/{openapi,asyncapi}.yaml",
    "specs/workflows/*.yaml",
    "specs/schemas/*.yaml",
    "specs/fund-files/*.yaml",
    "specs/operator-files/*.yaml",
    "specs/operator-events/*.yaml",
    "specs/embed-messages/*.yaml",
    "specs/*/paths/*.yaml"
  ]).toSorted()

/** The published documents, each in one file; the workflows have no components of their own. */
export const publishedDocuments = (): ReadonlyArray<string> =>
  globSync("packages/contracts/bundled/*.json", { exclude: ["**/*.arazzo.json"] }).toSorted()
