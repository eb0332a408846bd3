/** What holds of the project's own specs, read as codegen reads them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Schema from "effect/Schema"
import { afterAll, describe, expect, it } from "vitest"
import { emitSchemas } from "../src/emit/schema.ts"
import { reachableFrom, requestSchemas } from "../src/model/references.ts"
import { isObject } from "../src/documents/json.ts"
import { parseSpecs } from "../src/parse/specs.ts"
import { findSources } from "../src/sources.ts"

type Json = Readonly<Record<string, unknown>>

const specs = parseSpecs(findSources(join(resolve(import.meta.dirname, "../../.."), "specs")))

// Includes every named schema, also those that `schemas.ts` omits. Below node_modules, so that imports of effect
// resolve.
const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/.examples-"))
afterAll(() => rmSync(folder, { recursive: true }))
cpSync(join(import.meta.dirname, "../src/runtime"), folder, { recursive: true })
const inRequests = reachableFrom(requestSchemas(specs.apis), specs.components)
writeFileSync(
  join(folder, "schemas.ts"),
  emitSchemas(specs.components, (name) => !inRequests.has(name))
)
const schemas: Readonly<Record<string, Schema.ConstraintDecoder<unknown>>> = await import(
  pathToFileURL(join(folder, "schemas.ts")).href
)

/** The schema's error for a value; empty if it decodes. Requests are decoded with other keys refused. */
const errorOf = (name: string, value: unknown): string => {
  const schema = schemas[name]
  if (schema === undefined) return `there is no schema ${name}`
  const exit = Schema.decodeUnknownExit(schema)(value, { errors: "all" })
  return exit._tag === "Success" ? "" : `${name}: ${String(exit.cause)}`
}

/** [place, schema, value] for each example of a named schema, in the schemas and in the bodies of requests and answers. */
const examplesOf = (document: Json): ReadonlyArray<readonly [string, string, unknown]> => {
  const found: Array<readonly [string, string, unknown]> = []
  const components = (document["components"] ?? {}) as Readonly<Record<string, Json>>
  for (const [name, schema] of Object.entries(components["schemas"] ?? {})) {
    const examples = isObject(schema) && Array.isArray(schema["examples"]) ? schema["examples"] : []
    examples.forEach((value, index) => found.push([`${name}/examples/${index}`, name, value]))
  }
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) return value.forEach((item, index) => visit(item, `${path}/${index}`))
    if (!isObject(value)) return
    const schema = value["schema"]
    const reference = isObject(schema) ? schema["$ref"] : undefined
    if (typeof reference === "string" && isObject(value["examples"])) {
      const name = reference.split("/").at(-1) ?? ""
      for (const [key, example] of Object.entries(value["examples"])) {
        const target =
          isObject(example) && typeof example["$ref"] === "string" ? componentOf(example["$ref"]) : example
        if (isObject(target)) found.push([`${path}/${key}`, name, target["value"]])
      }
    }
    for (const [key, item] of Object.entries(value)) visit(item, `${path}/${key}`)
  }
  const componentOf = (reference: string): unknown =>
    components["examples"]?.[reference.split("/").at(-1) ?? ""]
  visit(document["paths"], "")
  visit(components["responses"], "responses")
  return found
}

describe("the generated schemas read every example of the specs", () => {
  // Messages have a check of their own, without Effect: runtime/embedMessages.test.ts reads their examples.
  const documents = [...specs.bundles].filter(([name]) => name !== "embed-messages")

  it.each(documents)("%s", (_, { document }) => {
    const examples = examplesOf(document)
    expect(examples.length).toBeGreaterThan(0)
    const errors = examples.flatMap(([place, schema, value]) => {
      const error = errorOf(schema, value)
      return error === "" ? [] : [`${place}: ${error}`]
    })
    expect(errors).toEqual([])
  })
})

describe("a mock answers a request that breaks its schema with the first example", () => {
  const codeOf = (value: unknown) => (isObject(value) ? value["code"] : undefined)

  it.each([...specs.bundles])("%s: validation_failed, where it is among them", (_, { document }) => {
    const bodies = Map.groupBy(examplesOf(document), ([place]) => place.slice(0, place.lastIndexOf("/")))
    const others = [...bodies].filter(([, examples]) => {
      const codes = examples.map(([, , value]) => codeOf(value))
      return codes.includes("validation_failed") && codes[0] !== "validation_failed"
    })
    expect(others.map(([place]) => place)).toEqual([])
  })

  it("is found in the fund API's 400", () => {
    const { document } = specs.bundles.get("fund-api")!
    const [, , value] = examplesOf(document).find(([place]) => place.startsWith("responses/FundBadRequest/"))!
    expect(codeOf(value)).toBe("validation_failed")
  })
})

/** [place, text] of each description. */
const textsOf = (value: unknown, path = ""): ReadonlyArray<readonly [string, string]> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === "description" && typeof item === "string"
      ? [[`${path}/${key}`, item] as const]
      : textsOf(item, `${path}/${key}`)
  )
}

// Markdown ends a table at a row that is broken over two lines.
it.each([...specs.bundles])("%s: each row of a table is one line", (_, { document }) => {
  const broken = textsOf(document).flatMap(([place, text]) =>
    text.split("\n").flatMap((line) => (/^\|.*[^|]$/.test(line.trimEnd()) ? [[place, line]] : []))
  )
  expect(broken).toEqual([])
})

describe("the embed API, for what the service's own rules refuse", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(specs.bundles.get("embed-api")?.document ?? {}, "embed-api")
  const check = (name: string) => ajv.compile({ $ref: `embed-api#/components/schemas/${name}` })
  const id = "01a1fb67-1800-7000-8000-0000000000b1"

  it("has no member number with the choice of the stapled fund: the ATO names it", () => {
    const fits = check("EmbedFundChoice")
    const stapled = { source: "stapled", display_id: id, fund_product_id: id }
    const supplied = { ...stapled, source: "partner_supplied", member_number: "0077" }
    expect(fits(stapled)).toBe(true)
    expect(fits({ ...stapled, member_number: "0077" })).toBe(false)
    expect(fits(supplied)).toBe(true)
  })

  it("has either a tax file number or a reason, or keeps the stored number", () => {
    const fits = check("EmbedTaxStep")
    const notice_version = "tfn-notice-2026-12"
    expect(fits({ notice_version, keep_tfn: true })).toBe(true)
    expect(fits({ notice_version, keep_tfn: false })).toBe(false)
    expect(fits({ notice_version, tfn: "123456782", tfn_exemption_type: "pending" })).toBe(false)
  })
})
