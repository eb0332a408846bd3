import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { type Product, walkThroughSession } from "./src/onboarding/flows.ts"
import { niamh, wattle } from "./src/onboarding/people.ts"
import { productOf } from "./src/onboarding/product.ts"
import { seedPartner } from "./src/onboarding/seed.ts"
import { callerOf } from "./src/openapi/Caller.ts"
import { sharedPrograms } from "./src/programs/shared.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { projectRoot } from "@embedded-super/program/projectRoot"

const guide = readFileSync(join(projectRoot, "packages/docs/guides/partners/payroll-field-names.md"), "utf8")

/** The paths in the first column of the tables with this heading. */
const pathsOf = (heading: string): ReadonlyArray<string> =>
  guide
    .split(/\n\n/)
    .filter((part) => part.startsWith(`| ${heading} `))
    .flatMap((table) => [...table.matchAll(/^\| `(data\.[\w.]+)`/gm)].map(([, path = ""]) => path))

const BANKSIA = "60905115063003"
/** No server listens there: nothing here is read from webhooks. */
const unreachable = "http://127.0.0.1:9/webhooks"

/** The value at the end of a path; the error names the missing step. */
const walk = (answer: any, path: string): unknown =>
  path.split(".").reduce((value, step) => {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) {
      throw new Error(`${path}: there is no ${step}.`)
    }
    return value[step]
  }, answer)

describe("the paths of the page on payroll field names", () => {
  let product: Product
  let employerId: string

  beforeAll(async () => {
    const { fund, service } = await sharedPrograms()
    const { products } = await seedPartner(service, fund, {
      slug: "payroll-fields",
      products: 1,
      webhookUrl: unreachable
    })
    const { key = "" } = products[0] ?? {}
    product = productOf(callerOf("partner-api", service.url), callerOf("embed-api", service.url), key)
    const { body } = await product.partner("createEmployer", {
      body: { ...wattle, remote_id: "1234" },
      status: 201
    })
    employerId = body.data.id
    await product.partner("setSimulatedDefaultFund", {
      path: { id: employerId },
      body: { usi: BANKSIA, employer_number: "EMP-004512" },
      status: 200
    })
  })

  /** A session that the partner prefilled with another person's data than its employee confirms. */
  const createSession = async (remoteId: string): Promise<string> => {
    const { body } = await product.partner("createOnboardingSession", {
      body: {
        employer: { id: employerId },
        employee: { remote_id: `employee of ${remoteId}` },
        remote_id: remoteId,
        email: niamh.contact.email,
        email_validated: true,
        employee_detail: {
          identity: { given_name: "Anna", family_name: "Prefill" },
          employment: niamh.employment
        }
      },
      status: 201
    })
    return body.data.id
  }

  const completed = (id: string) =>
    receiptOf(async () => {
      const { body } = await product.partner("getOnboardingSession", { path: { id }, status: 200 })
      return body.data.data_delivery_state === "completed" ? body : undefined
    })

  it("lead to what the employee answered, in one completed session", async () => {
    const id = await createSession("payroll-1")
    await walkThroughSession(product, id)
    const session = await completed(id)
    const found = new Map(pathsOf("Path in the session").map((path) => [path, walk(session, path)]))
    expect(found.size).toBeGreaterThan(18)
    // A person with a tax file number has no exemption; every other field has a value.
    const nothing = [...found].filter(([, value]) => value === null).map(([path]) => path)
    expect(nothing).toEqual(["data.employee_tax.data.tfn_exemption_type"])
    expect(Object.fromEntries(found)).toMatchObject({
      "data.employee_identity.data.given_name": niamh.identity.given_name,
      "data.employee_identity.data.family_name": niamh.identity.family_name,
      "data.employee_contact.data.address.locality": niamh.contact.address.locality,
      "data.employee_detail.employment.start_date": niamh.employment.start_date,
      "data.employee.remote_id": "employee of payroll-1"
    })
  })

  it("lead to a self-managed fund where the employee named one", async () => {
    const id = await createSession("payroll-2")
    await product.partner("advanceOnboardingSession", {
      path: { id },
      body: { to: "completed", preset: "smsf" },
      status: 200
    })
    const session = await completed(id)
    const paths = pathsOf("Path in a session with a self-managed fund")
    expect(paths).toHaveLength(6)
    for (const path of paths) expect(walk(session, path), path).toEqual(expect.any(String))
  })

  it("lead to the employer's number in its default fund", async () => {
    const { body } = await product.partner("getEmployer", { path: { id: employerId }, status: 200 })
    const [path = ""] = pathsOf("Path in the employer")
    expect(walk(body, path)).toBe("EMP-004512")
  })
})
