/** The payroll application's fields take what people paste, in front of the SDK's mock of the service. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { pastedForms } from "../../../packages/codegen/test/runtime/pastedForms.ts"
import { type MockedService, startMockedService } from "./mockedService.ts"
import { type Payroll, startPayroll } from "./Payroll.ts"

describe("the payroll application", () => {
  let service: MockedService
  let payroll: Payroll & { readonly stop: () => Promise<void> }

  beforeAll(async () => {
    service = await startMockedService()
    payroll = await startPayroll()
    await payroll.connect(service)
  })
  afterAll(async () => {
    await payroll?.stop()
    await service?.stop()
  })

  it.each(pastedForms.filter(({ kind }) => kind === "abn"))("takes an ABN with $how", async ({ text }) => {
    const { location } = await payroll.form("/employers", {
      name: "\u202dKestrel\u00a0Plumbing\u202c\u200b",
      abn: text
    })
    const html = await payroll.page(location)
    expect(html).toContain("<h1>Kestrel Plumbing</h1>")
    expect(html).toContain("51 824 753 556")
  })
})
