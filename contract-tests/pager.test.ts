import { beforeAll, describe, expect, it } from "vitest"
import { wattle } from "./src/onboarding/people.ts"
import { seedPartner } from "./src/onboarding/seed.ts"
import { type Caller, callerOf } from "./src/openapi/Caller.ts"
import { implemented, type Operation, readDocument } from "./src/openapi/operations.ts"
import { sharedPrograms } from "./src/programs/shared.ts"

const BANKSIA = "60905115063003"
/** No server listens there, so deliveries stay in their list. */
const unreachable = "http://127.0.0.1:9/webhooks"

/** Every operation that is paged by a cursor. */
const lists = implemented(readDocument("partner-api")).filter(
  ({ method, parameters }) =>
    method.toLowerCase() === "get" && parameters.some(({ name }) => name === "after")
)

/** More pages than any list here has. */
const TOO_MANY = 60

/** Reads a list as a generic pager would, by `next_cursor` only. */
const readAll = async (
  call: Caller["call"],
  { id, path }: { readonly id: string; readonly path: Readonly<Record<string, string>> },
  limit: number
): Promise<ReadonlyArray<unknown>> => {
  const items: Array<unknown> = []
  let after: string | null | undefined
  for (let page = 0; after !== null; page += 1) {
    if (page > TOO_MANY) throw new Error(`${id} has no last page.`)
    const query = { limit: String(limit), ...(after === undefined ? {} : { after }) }
    const { body } = await call(id, { path, query, status: 200 })
    items.push(...body.data)
    after = body.pagination.next_cursor
  }
  return items
}

describe("a pager that knows next_cursor alone", () => {
  let callAs: (operation: Operation) => Caller["call"]
  let productId: string

  beforeAll(async () => {
    const { fund, service } = await sharedPrograms()
    const { partner, products } = await seedPartner(service, fund, {
      slug: "pager",
      products: 2,
      webhookUrl: unreachable
    })
    const api = callerOf("partner-api", service.url)
    const product = api.as({ "x-api-key": products[0]?.key ?? "" })
    const partners = api.as({ "x-api-key": partner.key })
    productId = products[0]?.id ?? ""
    await partners("createProductKey", { path: { id: productId }, body: {}, status: 201 })
    callAs = ({ security }) => (security.includes("ProductKey") ? product : partners)
    for (const remote_id of ["1", "2"]) {
      const made = await product("createEmployer", { body: { ...wattle, remote_id }, status: 201 })
      const employer = { id: made.body.data.id }
      const path = { id: employer.id }
      await product("setSimulatedDefaultFund", { path, body: { usi: BANKSIA }, status: 200 })
      await product("openSimulatedEmployerIssue", {
        path,
        body: { kind: "employer_abn_invalid" },
        status: 201
      })
      await product("createOnboardingSessionIntent", { body: { employer, remote_id }, status: 201 })
      const session = await product("createOnboardingSession", {
        body: {
          employer,
          employee: { remote_id },
          remote_id,
          email: "niamh@example.com",
          email_validated: true
        },
        status: 201
      })
      await product("advanceOnboardingSession", {
        path: { id: session.body.data.id },
        body: { to: "collect_tax" },
        status: 200
      })
    }
  })

  it("knows of every list", () => {
    expect(lists.length).toBeGreaterThan(7)
  })

  it.each(lists.map((operation) => [operation.id, operation] as const))(
    "reaches the end of %s, with each item once",
    async (id, operation) => {
      const call = callAs(operation)
      // Only the list of keys belongs to one entity: the product.
      const list = { id, path: { id: productId } }
      const oneByOne = await readAll(call, list, 1)
      expect(oneByOne.length).toBeGreaterThan(1)
      expect(new Set(oneByOne.map((item) => JSON.stringify(item))).size).toBe(oneByOne.length)
      expect(await readAll(call, list, 100)).toHaveLength(oneByOne.length)
      // The list fits exactly on one page: the last page is full, and still the last one.
      expect(await readAll(call, list, oneByOne.length)).toHaveLength(oneByOne.length)
    }
  )
})
