import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { goodRequest, targetOf } from "./src/bad-input/Case.ts"
import { keysOf, type Surroundings } from "./src/bad-input/operationCases.ts"
import { sender } from "./src/bad-input/judge.ts"
import { implemented, type Operation, readDocument } from "./src/openapi/operations.ts"
import { sharedSurroundings } from "./src/programs/shared.ts"

const partnerApi = readDocument("partner-api")
const operations = [...implemented(partnerApi), ...implemented(readDocument("embed-api"))]

const NOBODYS = "01a1fb82-8f40-7000-8000-00000000ffff"
const PREFLIGHT = {
  origin: "https://evil.example",
  "access-control-request-method": "POST",
  "access-control-request-headers": "x-api-key"
}

/** Every path with its operations. */
const paths = [...Map.groupBy(operations, ({ path }) => path)]

/**
 * The methods of a path. Another template may match it too, as `{id}` matches any one segment: the literal path wins.
 */
const allowed = (target: string): string => {
  const fits = ({ path }: Operation) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(target)
  const own = operations.filter(({ path }) => path === target)
  const methods = [...new Set((own.length > 0 ? own : operations.filter(fits)).map(({ method }) => method))]
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ")
}

/** Headers that would allow pages of other origins. */
const opened = (headers: object) => Object.keys(headers).filter((name) => name.startsWith("access-control-"))

describe("the manners of both APIs", () => {
  let surroundings: Surroundings
  let wire: ReturnType<typeof sender>

  beforeAll(async () => {
    const shared = await sharedSurroundings()
    surroundings = shared.surroundings
    wire = sender(shared.service.url)
  })

  afterAll(() => wire.stop())

  it.each(paths)("OPTIONS %s says which methods there are, to anybody, and opens nothing", async (path) => {
    const target = path.replaceAll(/\{\w+\}/g, NOBODYS)
    const { headers, status, text } = await wire.send({ method: "OPTIONS", target, headers: PREFLIGHT })
    expect({ status, text, allow: headers["allow"] }).toEqual({
      status: 204,
      text: "",
      allow: allowed(target)
    })
    expect(opened(headers)).toEqual([])
  })

  it.each(paths.filter(([path]) => path.includes("{")))("%s is not found with an empty id", async (path) => {
    const { product } = surroundings.keys
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const headers = { "x-api-key": product }
      const { status } = await wire.send({ method, target: path.replace(/\{\w+\}/, ""), headers })
      expect([method, status]).toEqual([method, 404])
    }
  })

  it("whatever is refused, its type is the entry of its code in the docs of this very service", async () => {
    const { service } = await sharedSurroundings()
    const { partner, product } = surroundings.keys
    const json = { "x-api-key": product, "content-type": "application/json" }
    const refused = [
      { method: "GET", target: "/api/v1/employers", headers: {} },
      { method: "GET", target: "/api/v1/employers", headers: { "x-api-key": partner } },
      { method: "GET", target: `/api/v1/employers/${NOBODYS}`, headers: { "x-api-key": product } },
      { method: "GET", target: "/nowhere", headers: {} },
      { method: "DELETE", target: "/api/v1/employers", headers: { "x-api-key": product } },
      { method: "POST", target: "/api/v1/employers", headers: json, body: "{" },
      { method: "POST", target: "/api/v1/employers", headers: json, body: "{}" },
      { method: "POST", target: "/api/v1/employers", headers: { "x-api-key": product }, body: "a=b" },
      { method: "GET", target: "/embed-api/v1/employer", headers: {} },
      { method: "GET", target: "/%zz", headers: {} }
    ]
    const codes = await Promise.all(
      refused.map(async (request) => {
        const { text } = await wire.send(request)
        const { code, type } = JSON.parse(text) as { code: string; type: string }
        expect(type).toBe(`${service.url}/docs/errors/#${code}`)
        return code
      })
    )
    expect(new Set(codes).size).toBeGreaterThan(5)
  })

  const reads = implemented(partnerApi).filter(
    ({ method, security }) => method === "GET" && security.length > 0
  )

  it.each(reads.map((operation) => [operation.id, operation] as const))(
    "%s: HEAD answers as GET without the body, and what the caller has is not sent again",
    async (_, operation) => {
      const { good } = keysOf(operation, surroundings)
      const credentials = { "x-api-key": good, origin: PREFLIGHT.origin }
      const request = goodRequest(partnerApi, operation, targetOf(operation, surroundings.mine), credentials)
      const got = await wire.send(request)
      expect(opened(got.headers)).toEqual([])
      const head = await wire.send({ ...request, method: "HEAD" })
      expect([head.status, head.text]).toEqual([got.status, ""])
      for (const name of ["content-type", "etag", "ratelimit-policy", "cache-control"]) {
        expect([name, head.headers[name]]).toEqual([name, got.headers[name]])
      }
      const { etag } = got.headers
      expect(operation.statuses.includes(304)).toBe(got.status === 200 && etag !== undefined)
      if (typeof etag !== "string") return
      const asking = (tags: string) => ({
        ...request,
        headers: { ...request.headers, "if-none-match": tags }
      })
      const same = await wire.send(asking(`"0-other", ${etag}`))
      expect([same.status, same.text, same.headers["etag"]]).toEqual([304, "", etag])
      expect(same.headers["ratelimit"]).toMatch(/^"burst";r=\d+;t=\d+$/)
      expect((await wire.send(asking('"0-other"'))).status).toBe(200)
      expect((await wire.send({ ...asking(etag), headers: { "if-none-match": etag } })).status).toBe(401)
    }
  )

  it.each(["/openapi.json", "/docs/", "/embed/v1/onboarding-session/x"])(
    "%s is read by GET and HEAD alone",
    async (target) => {
      for (const [method, status] of [
        ["OPTIONS", 204],
        ["POST", 405],
        ["DELETE", 405]
      ] as const) {
        const answer = await wire.send({ method, target, headers: {} })
        expect([answer.status, answer.headers["allow"]]).toEqual([status, "GET, HEAD, OPTIONS"])
      }
    }
  )
})
