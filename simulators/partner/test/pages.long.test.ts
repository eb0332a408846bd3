/** Every page of the payroll application, in every condition. */
import { afterAll, beforeAll, describe, it } from "vitest"
import { isWithoutBrowser } from "../../../packages/embed/test/browser.ts"
import { conditions, type PayrollPages, startPayrollPages } from "./payrollPages.ts"

describe.skipIf(isWithoutBrowser)("each page of the payroll application in a browser", () => {
  let pages: PayrollPages
  beforeAll(async () => void (pages = await startPayrollPages()))
  afterAll(() => pages?.stop())

  it.each(conditions)("has no violation at %s, and nothing is cut off", (_, options) =>
    pages.expectAccessible(pages.paths, options)
  )
})
