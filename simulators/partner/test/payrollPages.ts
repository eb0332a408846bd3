/** The payroll application with an employer and two people, in a real browser, in front of the SDK's mock of the service. */
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { launch, violationsOn } from "../../../packages/embed/test/browser.ts"
import { type MockedService, startMockedService } from "./mockedService.ts"
import { type Payroll, startPayroll } from "./Payroll.ts"

type PageOptions = NonNullable<Parameters<Browser["newPage"]>[0]>

/** How a page is looked at: its width, its colours. */
export const conditions: ReadonlyArray<readonly [string, PageOptions]> = [
  ["320 pixels", { viewport: { width: 320, height: 800 } }],
  ["1280 pixels", { viewport: { width: 1280, height: 900 } }],
  ["a dark scheme", { colorScheme: "dark" }],
  ["forced colours", { forcedColors: "active" }]
]

export interface PayrollPages {
  readonly payroll: Payroll
  readonly service: MockedService
  readonly employer: { readonly id: string; readonly path: string }
  /** The paths of all pages. */
  readonly paths: ReadonlyArray<string>
  /** Opens a page; a violation of its policy, a script's error and a call of another host fail the test. */
  readonly onPage: (path: string, use: (page: Page) => Promise<void>, options?: PageOptions) => Promise<void>
  /** Fails if one of these pages has a violation of WCAG, or is wider than the screen. */
  readonly expectAccessible: (paths: ReadonlyArray<string>, options: PageOptions) => Promise<void>
  readonly stop: () => Promise<void>
}

/** An employer with two people, one of whom is done, and an issue. Returns the employer's path. */
const fill = async (payroll: Payroll, service: MockedService): Promise<string> => {
  await payroll.connect(service)
  const { location } = await payroll.form("/employers", { name: "Wattle Street Bakery", abn: "80000000001" })
  const id = location.slice("/employers/".length)
  service.chooseDefaultFund(id)
  await service.deliverTo(payroll.url)
  await payroll.shows(location, "Add a person")
  for (const [remote_id, given_name] of [
    ["EMP-1", "Niamh"],
    ["EMP-2", "Tom"]
  ]) {
    const person = { employer_id: id, remote_id, given_name, family_name: "Li", email: "x@example.com" }
    await payroll.api("POST", "payroll/employees", person)
  }
  const [tom] = await payroll.people()
  service.completeOnboarding(tom.onboarding_session_id)
  await service.call("POST", `sandbox/employers/${id}/issues`, { kind: "member_registration_failed" })
  await service.deliverTo(payroll.url)
  await payroll.shows("/board", "0012345678")
  return location
}

export const startPayrollPages = async (): Promise<PayrollPages> => {
  const [browser, service, payroll] = await Promise.all([launch(), startMockedService(), startPayroll()])
  const stop = async () => {
    await browser.close()
    await payroll.stop()
    await service.stop()
  }
  const location = await fill(payroll, service).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const id = location.slice("/employers/".length)

  const onPages = async (
    paths: ReadonlyArray<string>,
    use: (page: Page, path: string) => Promise<void>,
    options: PageOptions = {}
  ): Promise<void> => {
    const wrong: Array<string> = []
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options })
    page.on("pageerror", (error) => wrong.push(String(error)))
    page.on("console", (message) => {
      // The mocked service has no loader, which the page says itself.
      if (message.type() === "error" && !message.text().includes("Failed to load resource"))
        wrong.push(message.text())
    })
    page.on("request", (request) => {
      const { origin } = new URL(request.url())
      if (![payroll.url, service.baseUrl, "null"].includes(origin)) wrong.push(request.url())
    })
    for (const path of paths) {
      await page.goto(`${payroll.url}${path}`)
      await use(page, path)
      expect(wrong, path).toEqual([])
    }
    await page.close()
    expect(wrong, paths.at(-1)).toEqual([])
  }

  return {
    payroll,
    service,
    employer: { id, path: location },
    paths: [
      ...["/", "/employers", location, `${location}?tab=details`, "/people", "/people/new"],
      ...[`/people/new?employer=${id}`, "/people/EMP-1", "/people/EMP-1/form", "/people/EMP-2"],
      ...["/board", "/inbox", "/issues", "/settings", "/people/none"]
    ],
    onPage: (path, use, options) => onPages([path], use, options),
    expectAccessible: (paths, options) =>
      onPages(
        paths,
        async (page, path) => {
          for (const summary of await page.locator("main summary").all()) await summary.click()
          expect(await violationsOn(page), path).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(overflow, path).toBeLessThanOrEqual(0)
        },
        options
      ),
    stop
  }
}
