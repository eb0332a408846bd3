import { bruToEnvJsonV2, bruToJsonV2 } from "@usebruno/lang"
import { Ajv2020 } from "ajv/dist/2020.js"
import { strFromU8, unzipSync } from "fflate"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Collection, type Request } from "postman-collection"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bundleFile } from "@embedded-super/specs"
import { writeCollections } from "../src/collections/writeCollections.ts"

/** One request as a tool has read it from our file. */
interface Read {
  readonly method: string
  /** With `:id` for the path values. */
  readonly url: string
  readonly values: Readonly<Record<string, string>>
  /** `X-API-Key: {{productKey}}`; empty if no key is sent. */
  readonly key: string
  readonly body: unknown
  /** Names of the headers that are sent by default. */
  readonly sent: ReadonlyArray<string>
}

const folder = mkdtempSync(join(tmpdir(), "embedded-super-collections-"))
beforeAll(() => writeCollections(folder))
afterAll(() => rmSync(folder, { recursive: true }))

/** Read by Postman's own library. */
const postman = (api: string) => {
  const collection = new Collection(JSON.parse(readFileSync(join(folder, `${api}.postman.json`), "utf8")))
  const read = ({ auth, body, headers, method, url }: Request): Read => {
    const key = auth?.parameters().toObject()
    return {
      method,
      url: `${url.getHost()}${url.getPath({ unresolved: true })}`,
      values: url.variables.toObject(),
      key: auth?.type === "apikey" ? `${key?.["key"]}: ${key?.["value"]}` : "",
      body: body?.raw === undefined ? undefined : JSON.parse(body.raw),
      sent: headers.filter(({ disabled }) => disabled !== true, null).map(({ key }) => key)
    }
  }
  const requests: Array<Read> = []
  collection.forEachItem(({ request }) => void requests.push(read(request)))
  return { requests, variables: collection.variables.toObject() }
}

/** Read by Bruno's own parser. */
const bruno = (api: string) => {
  const files = Object.entries(unzipSync(readFileSync(join(folder, `${api}.bruno.zip`)))).map(
    ([name, bytes]) => [name.replace(`${api}/`, ""), strFromU8(bytes)] as const
  )
  expect(files.map(([name]) => name)).toContain("bruno.json")
  const requests = files
    .filter(([name]) => /^[\w-]+\/\w+\.bru$/.test(name) && !/^environments|folder\.bru$/.test(name))
    .map(([, text]): Read => {
      const { auth, body, headers = [], http, params = [] } = bruToJsonV2(text)
      return {
        method: http.method.toUpperCase(),
        url: http.url,
        values: Object.fromEntries(
          params.filter(({ type }) => type === "path").map(({ name, value }) => [name, value])
        ),
        key: http.auth === "apikey" ? `${auth?.apikey?.key}: ${auth?.apikey?.value}` : "",
        body: body?.json === undefined ? undefined : JSON.parse(body.json),
        sent: headers.filter(({ enabled }) => enabled).map(({ name }) => name)
      }
    })
  const [local = ""] = files.flatMap(([name, text]) => (name === "environments/Local.bru" ? [text] : []))
  const variables = bruToEnvJsonV2(local).variables.map(({ name, value }) => [name, value ?? ""])
  return { requests, variables: Object.fromEntries(variables) as Record<string, string> }
}

const keyVariables: Readonly<Record<string, string>> = {
  ProductKey: "X-API-Key: {{productKey}}",
  PartnerKey: "X-API-Key: {{partnerKey}}",
  FundApiKey: "X-Auth-Key: {{fundApiKey}}"
}

describe.each(["partner-api", "fund-api"] as const)("the collections of %s", (api) => {
  const document = JSON.parse(readFileSync(bundleFile(api), "utf8"))
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "api")
  const operations = Object.entries<Record<string, any>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== "parameters")
      .map(([method, operation]) => ({ method, path, operation }))
  )

  describe.each([
    ["Postman", postman],
    ["Bruno", bruno]
  ] as const)("for %s", (_, read) => {
    let collection: ReturnType<typeof read>
    beforeAll(() => void (collection = read(api)))

    it("have every operation, with its method and path, and no other", () => {
      expect(operations.length).toBeGreaterThan(2)
      expect(collection.requests.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(
        operations
          .map(
            ({ method, path }) => `${method.toUpperCase()} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`
          )
          .toSorted()
      )
    })

    const requestFor = (method: string, path: string): Read | undefined =>
      collection.requests.find(
        (one) =>
          one.method === method.toUpperCase() &&
          one.url === `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`
      )

    it("send the key that the operation wants, from a variable that is empty in what we publish", () => {
      for (const { method, operation, path } of operations) {
        const [scheme] = (operation.security ?? document.security).flatMap(Object.keys)
        expect(requestFor(method, path)?.key, path).toBe(scheme === undefined ? "" : keyVariables[scheme])
      }
      const { baseUrl, ...keys } = collection.variables
      expect(baseUrl).toMatch(/^https?:\/\/(localhost|127\.0\.0\.1):\d+$/)
      expect(Object.values(keys).length).toBeGreaterThan(0)
      expect(Object.values(keys).join("")).toBe("")
    })

    it("have an example body that fits its schema, and a value for each part of the path", () => {
      for (const { method, operation, path } of operations) {
        const { body, values } = requestFor(method, path) ?? {}
        const pointer = `paths/${path.replaceAll("/", "~1")}/${method}/requestBody/content/application~1json/schema`
        if (operation.requestBody === undefined) expect(body, path).toBeUndefined()
        else {
          const isValid = ajv.validate(
            { $ref: `api#/${pointer.replaceAll(/[{}]/g, encodeURIComponent)}` },
            body
          )
          expect(isValid, `${path}: ${ajv.errorsText()}`).toBe(true)
        }
        for (const [, name = ""] of path.matchAll(/\{(\w+)\}/g)) expect(values?.[name], path).toMatch(/./)
      }
    })

    it("send no example's idempotency key or request id by default", () => {
      for (const { sent } of collection.requests) {
        expect(sent.filter((name) => name !== "If-Match")).toEqual([])
      }
    })
  })
})
