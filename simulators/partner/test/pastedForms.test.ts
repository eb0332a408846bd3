/** The payroll application's fields take pasted text, and its forms send it in the form that the service takes. */
import * as S from "@embedded-super/contracts/schemas"
import { pasted } from "@embedded-super/contracts/pasted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type PastedField, pastedForms } from "../../../packages/codegen/test/runtime/pastedForms.ts"
import { type MockedService, startMockedService } from "./mockedService.ts"
import { type Payroll, startPayroll } from "./Payroll.ts"

interface FieldOfForm {
  readonly kind: PastedField["kind"]
  /** The page with the form, and the field's input. */
  readonly at: "/employers" | "/employers/:id/correct" | "/people/new" | "/people/:id/correct"
  readonly input: string
  /** The other values that the form needs. */
  readonly more: Readonly<Record<string, string>>
  /** Where the text is in the body that the service gets. */
  readonly pointer: ReadonlyArray<string | number>
}

const person = { family_name: "Li", email: "li@example.com" }
const home = {
  ...person,
  address_line_1: "7 Mitchell Street",
  locality: "Darwin",
  state: "NT",
  postcode: "0800"
}
const prefilledFund = ["employee_detail", "super_details", "super_funds", 0]

const fields: ReadonlyArray<FieldOfForm> = [
  { kind: "abn", at: "/employers", input: "abn", more: { name: "Kestrel" }, pointer: ["abn"] },
  { kind: "abn", at: "/employers/:id/correct", input: "abn", more: { name: "Kestrel" }, pointer: ["abn"] },
  { kind: "phone", at: "/people/new", input: "phone_number", more: person, pointer: ["phone_number"] },
  {
    kind: "phone",
    at: "/people/:id/correct",
    input: "phone_number",
    more: person,
    pointer: ["phone_number"]
  },
  {
    kind: "postcode",
    at: "/people/:id/correct",
    input: "postcode",
    more: home,
    pointer: ["employee_detail", "address", "postcode"]
  },
  {
    kind: "usi",
    at: "/people/:id/correct",
    input: "usi",
    more: { ...person, member_number: "BOR-0012" },
    pointer: [...prefilledFund, "usi"]
  }
]

const requests: Readonly<Record<FieldOfForm["at"], Schema.ConstraintDecoder<unknown>>> = {
  "/employers": S.EmployerCreation,
  "/employers/:id/correct": S.EmployerChange,
  "/people/new": S.OnboardingSessionCreation,
  "/people/:id/correct": S.OnboardingSessionCreation
}

describe("the payroll application", () => {
  let service: MockedService
  let payroll: Payroll & { readonly stop: () => Promise<void> }
  let places: Readonly<Record<FieldOfForm["at"], string>>

  beforeAll(async () => {
    service = await startMockedService()
    payroll = await startPayroll()
    await payroll.connect(service)
    const employer = await payroll.form("/employers", { name: "Kestrel", abn: "51824753556" })
    const id = employer.location.slice("/employers/".length)
    service.chooseDefaultFund(id)
    const hire = `/people/new?employer=${id}`
    const { location } = await payroll.form(hire, person)
    places = {
      "/employers": "/employers",
      "/employers/:id/correct": `/employers/${id}/correct`,
      "/people/new": hire,
      "/people/:id/correct": `${location}/correct`
    }
  })
  afterAll(async () => {
    await payroll?.stop()
    await service?.stop()
  })

  it("shows an employer with its ABN, and its name without what can't be seen", async () => {
    const { location } = await payroll.form("/employers", {
      name: "\u202dKestrel\u00a0Plumbing\u202c\u200b",
      abn: "51\u00a0824\u00a0753\u00a0556"
    })
    const html = await payroll.page(location)
    expect(html).toContain("<h1>Kestrel Plumbing</h1>")
    expect(html).toContain("51 824 753 556")
  })

  describe.each(fields)("$input of $at", ({ at, input, kind, more, pointer }) => {
    /** Sends the form, and returns the text in the body that the service got, if it takes that body. */
    const taken = async (text: string): Promise<string | undefined> => {
      const { status } = await payroll.form(places[at], { ...more, [input]: text })
      const body = service.received.at(-1)
      const isRefused = Result.isFailure(Schema.decodeUnknownResult(requests[at])(body))
      expect(status).toBe(isRefused ? 422 : 303)
      if (isRefused) return undefined
      return pointer.reduce<any>((part, name) => part[name], body)
    }

    it.each(pastedForms.filter((form) => form.kind === kind))(
      "takes $groups with $how",
      async ({ groups, text }) => {
        expect(pasted(kind, (await taken(text)) ?? "")).toBe(pasted(kind, groups.join("")))
      }
    )

    it("sends on what the service refuses", async () => {
      expect(await taken("x")).toBeUndefined()
    })
  })
})
