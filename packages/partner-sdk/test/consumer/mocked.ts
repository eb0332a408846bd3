import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { setupServer } from "msw/node"
import { assert } from "vitest"
import { SpecChecker } from "@embedded-super/program/testing/SpecChecker"
import { createClient, type PartnerClient } from "../../src/index.ts"
import { mockService, type MockService, type MockServiceOptions } from "../../src/msw/index.ts"
import { operationsOfToday } from "../../src/mock/spec.ts"

export const spec = new SpecChecker(
  "partner-api",
  new URL("../../../contracts/bundled/partner-api.json", import.meta.url)
)

/** The codes that an operation documents. */
const documented = (id: string): ReadonlyArray<string> => {
  const { method, path } = spec.route(id)
  const paths: Readonly<Record<string, any>> = document.paths
  return paths[path][method.toLowerCase()]["x-problems"]
}

const operationOf = ({ method, url }: Request) => {
  const { pathname } = new URL(url)
  for (const [id, operation] of operationsOfToday) {
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`)
    if (operation.method === method.toLowerCase() && pattern.test(pathname)) return id
  }
  throw new Error(`No operation of today is ${method} ${pathname}`)
}

/** The called operations, the codes of their problems, and the differences of their answers from the spec. */
export const called = new Set<string>()
export const problems = new Set<string>()
export const differences: Array<string> = []

/** Calls, and validates each answer against the spec. */
export const checkedFetch = async (request: Request): Promise<Response> => {
  const response = await fetch(request)
  const text = await response.clone().text()
  const id = operationOf(request)
  called.add(id)
  const { headers, status } = response
  const isJson = headers.get("content-type")?.includes("json") ?? false
  const body = text === "" ? undefined : isJson ? JSON.parse(text) : text
  differences.push(...spec.differences(id, { status, headers, body }).map((found) => `${id}: ${found}`))
  if (status >= 400) {
    problems.add(body.code)
    if (!documented(id).includes(body.code)) differences.push(`${id} doesn't document ${body.code}`)
  }
  return response
}

export const server = setupServer()

// A mock for each test: `newMock` sets them.
export let service: MockService
export let client: PartnerClient
export let partner: PartnerClient

export const newMock = (options?: MockServiceOptions) => {
  service = mockService(options)
  server.resetHandlers(...service.handlers)
  const { baseUrl } = service
  client = createClient({ baseUrl, apiKey: service.product.key, fetch: checkedFetch })
  partner = createClient({ baseUrl, apiKey: service.partnerKey, fetch: checkedFetch })
}

export const wattle = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id: "1234" }

export const anEmployer = async () => {
  const { data } = await client.POST("/api/v1/employers", { body: wattle })
  assert.isDefined(data)
  return data.data
}

export const aSession = async (employerId: string) => {
  const body = {
    employer: { id: employerId },
    employee: { remote_id: "emp-0042" },
    remote_id: "onb-0042",
    email: "niamh@example.com",
    email_validated: true
  }
  return client.POST("/api/v1/onboarding-session", { body })
}
