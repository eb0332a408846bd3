/**
 * The call of an operation as a program in each language, made of the spec's examples. `samples.long.test.ts` runs every one.
 *
 * The trap: the service writes its own address over `http://localhost:4000` in each page that it serves, so a sample begins with
 * nothing else.
 */
import { type Api, type ApiOperation, type Parameter } from "./Document.ts"

/** Which address and key an API is called with. */
export interface Caller {
  readonly originOf: (operation: ApiOperation) => string
  /** The header of the key, and the variable that holds it; undefined if it is called without one. */
  readonly keyOf: (
    operation: ApiOperation
  ) => { readonly header: string; readonly variable: string } | undefined
  /** Whether the SDK has a client for it. */
  readonly hasSdk: boolean
}

/** A call, before it is written in a language. */
interface Call {
  readonly method: string
  /** With the placeholders of the spec. */
  readonly template: string
  readonly url: string
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly key: { readonly header: string; readonly variable: string } | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** What a file with the answer is called; undefined if the answer is JSON or nothing. */
  readonly file: string | undefined
  readonly hasAnswer: boolean
  readonly origin: string
  readonly hasSdk: boolean
}

export interface Sample {
  readonly language: string
  /** As code blocks call it. */
  readonly syntax: string
  readonly text: string
}

const valueOf = (api: Api, { example, schema }: Parameter): string =>
  String(example ?? (schema === undefined ? undefined : api.resolve(schema).examples?.[0]) ?? "")

/** Headers that a caller needs, or had better send. The others have a sentence in the list of parameters. */
const SHOWN_HEADERS = ["If-Match"]

const callOf = (api: Api, operation: ApiOperation, caller: Caller): Call => {
  const { method, parameters = [], path: template } = operation
  const named = (place: Parameter["in"]) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .filter(({ name, required }) => required === true || SHOWN_HEADERS.includes(name))
        .map((parameter) => [parameter.name, valueOf(api, parameter)])
    )
  const path = named("path")
  const query = named("query")
  const search = new URLSearchParams(query).toString()
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""))
  const [given] = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {})
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? []
  const [type] = Object.keys((success === undefined ? undefined : api.resolve(success))?.content ?? {})
  const origin = caller.originOf(operation)
  return {
    ...{ method, template, path, query, origin, hasSdk: caller.hasSdk },
    url: `${origin}${filled}${search === "" ? "" : `?${search}`}`,
    key: caller.keyOf(operation),
    headers: named("header"),
    body: given === undefined ? undefined : api.resolve(given).value,
    file: type === "application/pdf" ? "choice-form.pdf" : undefined,
    hasAnswer: type !== undefined
  }
}

const json = (value: unknown, by = 2): string => JSON.stringify(value, undefined, by)

/** As one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const curl = ({ body, file, headers, key, method, url }: Call): string =>
  [
    `curl ${method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `}${/[?&]/.test(url) ? quoted(url) : url}`,
    ...(key === undefined ? [] : [`-H "${key.header}: $${key.variable}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(json(body))}`]),
    ...(file === undefined ? [] : [`-o ${file}`])
  ].join(" \\\n  ")

const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text)

/** A value as TypeScript writes it: JSON without quotes around names. */
const literal = (value: unknown, indent = ""): string =>
  json(value)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:")
    .replaceAll("\n", `\n${indent}`)

const record = (values: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${isName(name) ? name : json(name)}: ${json(value)}`)
    .join(", ")} }`

const isEmpty = (values: object) => Object.keys(values).length === 0

const withSdk = ({
  body,
  file,
  hasAnswer,
  headers,
  key,
  method,
  origin,
  path,
  query,
  template
}: Call): string => {
  const params = [
    ...(isEmpty(path) ? [] : [`path: ${record(path)}`]),
    ...(isEmpty(query) ? [] : [`query: ${record(query)}`]),
    ...(isEmpty(headers) ? [] : [`header: ${record(headers)}`])
  ]
  const options = [
    ...(params.length === 0 ? [] : [`params: { ${params.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: ${literal(body, "  ")}`]),
    ...(file === undefined ? [] : [`parseAs: "arrayBuffer"`])
  ]
  const apiKey = key === undefined ? "" : `process.env.${key.variable}`
  return `import { createClient } from "@embedded-super/partner-sdk"
${file === undefined ? "" : `import { writeFileSync } from "node:fs"\n`}
const client = createClient({ baseUrl: "${origin}", apiKey: ${apiKey === "" ? '""' : apiKey} })
const { ${hasAnswer ? "data, " : ""}error } = await client.${method}("${template}"${options.length === 0 ? "" : `, {\n  ${options.join(",\n  ")}\n}`})
if (error) throw new Error(error.detail)
${file === undefined ? (hasAnswer ? "console.log(data)" : "") : `writeFileSync("${file}", Buffer.from(data))`}`.trimEnd()
}

const withFetch = ({ body, hasAnswer, headers, key, method, url }: Call): string => {
  const sent = [
    ...(key === undefined ? [] : [`"${key.header}": process.env.${key.variable}`]),
    ...Object.entries(headers).map(([name, value]) => `${json(name)}: ${json(value)}`),
    ...(body === undefined ? [] : [`"Content-Type": "application/json"`])
  ]
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(sent.length === 0 ? [] : [`headers: { ${sent.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body, "  ")})`])
  ]
  return `const answer = await fetch("${url}"${options.length === 0 ? "" : `, {\n  ${options.join(",\n  ")}\n}`})
if (!answer.ok) throw new Error(await answer.text())${hasAnswer ? "\nconsole.log(await answer.text())" : ""}`
}

const pythonLiteral = (value: unknown, indent: string): string => {
  const inner = `${indent}    `
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (typeof value !== "object") return json(value)
  const parts = Array.isArray(value)
    ? value.map((each) => pythonLiteral(each, inner))
    : Object.entries(value).map(([name, each]) => `${json(name)}: ${pythonLiteral(each, inner)}`)
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  return parts.length === 0
    ? open + close
    : `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`
}

const python = ({ body, file, hasAnswer, hasSdk, headers, key, method, url }: Call): string => {
  const sent = [
    ...(key === undefined ? [] : [`"${key.header}": os.environ["${key.variable}"]`]),
    ...Object.entries(headers).map(([name, value]) => `${json(name)}: ${json(value)}`)
  ]
  return [
    ...(key === undefined ? [] : ["import os", ""]),
    ...["import requests", "", `answer = requests.${method.toLowerCase()}(`, `    "${url}",`],
    ...(sent.length === 0 ? [] : [`    headers={${sent.join(", ")}},`]),
    ...(body === undefined ? [] : [`    json=${pythonLiteral(body, "    ")},`]),
    ...["    timeout=30,", ")", "if not answer.ok:", "    raise SystemExit(answer.text)"],
    ...(file === undefined
      ? hasAnswer
        ? [`print(${hasSdk ? "answer.json()" : "answer.text"})`]
        : []
      : [`open("${file}", "wb").write(answer.content)`])
  ].join("\n")
}

const go = ({ body, file, headers, key, method, url }: Call): string => {
  const imports = [
    ...(file === undefined ? ["fmt"] : []),
    ...["io", "log", "net/http"],
    ...(key === undefined && file === undefined ? [] : ["os"]),
    ...(body === undefined ? [] : ["strings"])
  ]
  const lines = [
    ...(key === undefined ? [] : [`request.Header.Set("${key.header}", os.Getenv("${key.variable}"))`]),
    ...Object.entries(headers).map(([name, value]) => `request.Header.Set(${json(name)}, ${json(value)})`),
    ...(body === undefined ? [] : [`request.Header.Set("Content-Type", "application/json")`])
  ]
  const end =
    file === undefined ? "fmt.Println(answer.Status, string(text))" : `os.WriteFile("${file}", text, 0o600)`
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join("\n")}
)

func main() {
	request, err := http.NewRequest("${method}", "${url}", ${body === undefined ? "nil" : `strings.NewReader(\`${json(body)}\`)`})
	if err != nil {
		log.Fatal(err)
	}
${lines.map((line) => `\t${line}\n`).join("")}	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode > 299 {
		log.Fatal(answer.Status, string(text), err)
	}
	${end}
}`
}

/** The call of an operation in every language. */
export const samplesOf = (api: Api, operation: ApiOperation, caller: Caller): ReadonlyArray<Sample> => {
  const call = callOf(api, operation, caller)
  return [
    { language: "curl", syntax: "sh", text: curl(call) },
    { language: "TypeScript", syntax: "ts", text: call.hasSdk ? withSdk(call) : withFetch(call) },
    { language: "Python", syntax: "py", text: python(call) },
    { language: "Go", syntax: "go", text: go(call) }
  ]
}
