import { isDeepStrictEqual } from "node:util"
import { type Pointer, valueAt, isObject, type Json, present, textOf } from "../documents/json.ts"
import type { Problem } from "../model/Api.ts"
import { type Context, resolve } from "./Context.ts"
import { parseHeaders } from "./fields.ts"
import { parseSchema } from "./schema.ts"
import { parseObject } from "./schemaContainers.ts"

/** Set by the class from the declaration and the code. */
const derived = new Set(["type", "title", "status", "code"])

const isProblemResponse = (response: Json): boolean =>
  isObject(response["content"]) && response["content"]["application/problem+json"] !== undefined

/** One `application/problem+json` response: its closed set of codes, each with the title from its example. */
const parseProblem = (context: Context, name: string, response: Json, at: Pointer): Problem => {
  const content = (response["content"] ?? {}) as Json
  const media = content["application/problem+json"] as Json
  const place = [...at, "content", "application/problem+json"]
  const schema = resolve(context, media["schema"], [...place, "schema"])
  const properties = isObject(schema.value["properties"]) ? schema.value["properties"] : {}
  const status = enumOf(properties["status"])[0]
  const codes = enumOf(properties["code"])
  if (typeof status !== "number" || codes.length === 0) {
    context.report("problem_shape", schema.at, "a problem has one status and a closed list of codes")
  }
  const examples = exampleValues(context, media["examples"], [...place, "examples"])
  const titles = codes.map((code): readonly [string, string] => {
    const example = examples.find((value) => value["code"] === code)
    const title = textOf(example?.["title"])
    if (title === undefined) {
      context.report("problem_shape", [...place, "examples"], `no example shows the title of ${String(code)}`)
    }
    return [String(code), title ?? ""]
  })
  const type = textOf(examples[0]?.["type"]) ?? ""
  for (const example of examples) {
    if (example["type"] !== `${type.replace(/#.*$/, "#")}${String(example["code"])}`) {
      context.report(
        "problem_shape",
        [...place, "examples"],
        `type of ${String(example["code"])} doesn't end in its code`
      )
    }
  }
  return present({
    name,
    status: Number(status),
    description: textOf(response["description"]),
    codes: titles,
    body: schema.name,
    typeBase: type.replace(/#.*$/, "#"),
    members: parseObject(context, schema.value, schema.at, parseSchema).properties.filter(
      (property) => !derived.has(property.name)
    ),
    headers: parseHeaders(context, response["headers"], [...at, "headers"])
  })
}

const enumOf = (schema: unknown): ReadonlyArray<unknown> => {
  if (!isObject(schema)) return []
  return Array.isArray(schema["enum"])
    ? schema["enum"]
    : schema["const"] === undefined
      ? []
      : [schema["const"]]
}

const exampleValues = (context: Context, examples: unknown, at: Pointer): ReadonlyArray<Json> =>
  Object.entries(isObject(examples) ? examples : {}).flatMap(([key, example]) => {
    const value = resolve(context, example, [...at, key]).value["value"]
    return isObject(value) ? [value] : []
  })

/** Every problem response of some bundles, by name. Responses of the same name must be equal. */
export const parseProblems = (contexts: ReadonlyArray<Context>): ReadonlyMap<string, Problem> => {
  const problems = new Map<string, Problem>()
  for (const context of contexts) {
    const at = ["components", "responses"]
    const responses = valueAt(context.bundle.document, at)
    for (const [name, value] of Object.entries(isObject(responses) ? responses : {})) {
      const response = resolve(context, value, [...at, name])
      if (!isProblemResponse(response.value)) continue
      const problem = parseProblem(context, name, response.value, response.at)
      const before = problems.get(name)
      if (before !== undefined && !isDeepStrictEqual(before, problem)) {
        context.report("component_conflict", [...at, name], `${name} differs from another document's`)
      }
      problems.set(name, problem)
    }
  }
  return problems
}
