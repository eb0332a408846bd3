/** The payroll application in a real browser, in front of the SDK's mock of the service. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch, violationsOn } from "../../../packages/embed/test/browser.ts"
import { type MockedService, startMockedService } from "./mockedService.ts"
import { type Payroll, startPayroll } from "./Payroll.ts"

describe.skipIf(isWithoutBrowser)("the payroll application in a browser", () => {
  let browser: Browser
  let service: MockedService
  let payroll: Payroll & { readonly stop: () => Promise<void> }
  let employer = ""
  let employerId = ""

  beforeAll(async () => {
    ;[browser, service, payroll] = await Promise.all([launch(), startMockedService(), startPayroll()])
    await payroll.connect(service)
    employer = (await payroll.form("/employers", { name: "Wattle Street Bakery", abn: "80000000001" }))
      .location
    employerId = employer.slice("/employers/".length)
    service.chooseDefaultFund(employerId)
    await service.deliverTo(payroll.url)
    await payroll.shows(employer, "Add a person")
    for (const [remote_id, given_name] of [
      ["EMP-1", "Niamh"],
      ["EMP-2", "Tom"]
    ]) {
      const person = {
        employer_id: employerId,
        remote_id,
        given_name,
        family_name: "Li",
        email: "x@example.com"
      }
      await payroll.api("POST", "payroll/employees", person)
    }
    const [tom] = await payroll.people()
    service.completeOnboarding(tom.onboarding_session_id)
    await service.call("POST", `sandbox/employers/${employerId}/issues`, {
      kind: "member_registration_failed"
    })
    await service.deliverTo(payroll.url)
    await payroll.shows("/board", "0012345678")
  })
  afterAll(async () => {
    await browser?.close()
    await payroll?.stop()
    await service?.stop()
  })

  /** Opens a page; a violation of its policy, a script's error and a call of another host fail the test. */
  const onPage = async <A>(
    path: string,
    use: (page: Page) => Promise<A>,
    options: Parameters<Browser["newPage"]>[0] = {}
  ): Promise<A> => {
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
    await page.goto(`${payroll.url}${path}`)
    const used = await use(page)
    await page.close()
    expect(wrong, path).toEqual([])
    return used
  }

  const paths = (): ReadonlyArray<string> => [
    ...["/", "/employers", employer, `${employer}?tab=details`, "/people", "/people/new"],
    ...[`/people/new?employer=${employerId}`, "/people/EMP-1", "/people/EMP-1/form", "/people/EMP-2"],
    ...["/board", "/inbox", "/issues", "/settings", "/people/none"]
  ]

  const few = (): ReadonlyArray<string> => ["/", employer, "/board", "/inbox"]

  it.each([
    ["320 pixels", paths, { viewport: { width: 320, height: 800 } }],
    ["1280 pixels", few, { viewport: { width: 1280, height: 900 } }],
    ["a dark scheme", few, { colorScheme: "dark" }],
    ["forced colours", few, { forcedColors: "active" }]
  ] as const)("has no violation at %s, and nothing is cut off", async (_, pages, options) => {
    for (const path of pages()) {
      await onPage(
        path,
        async (page) => {
          for (const summary of await page.locator("main summary").all()) await summary.click()
          expect(await violationsOn(page), path).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(overflow, path).toBeLessThanOrEqual(0)
        },
        options
      )
    }
  })

  it("shows what a webhook changed by itself, and keeps what is open and what is typed", () =>
    onPage("/inbox", async (page) => {
      const entries = page.locator("#webhooks details")
      const before = await entries.count()
      await entries.first().locator("summary").click()
      await page.evaluate(() =>
        document.querySelector("#webhooks details")!.setAttribute("data-mark", "here")
      )
      service.chooseDefaultFund(employerId)
      await service.deliverTo(payroll.url)
      await entries.nth(before).waitFor()
      expect(await entries.nth(1).getAttribute("open")).toBe("")
      await page.locator("#said").filter({ hasText: "Updated: inbox" }).waitFor({ state: "attached" })
    }))

  it("moves a card on the board when its webhook comes", () =>
    onPage("/board", async (page) => {
      const column = (name: RegExp) => page.getByRole("region", { name })
      await column(/^Invited/)
        .getByText("Niamh Li")
        .waitFor()
      const niamh = (await payroll.people()).find(({ remote_id }) => remote_id === "EMP-1")
      service.completeOnboarding(niamh.onboarding_session_id, "NIAMH-9")
      await service.deliverTo(payroll.url)
      await column(/^Done/).getByText("NIAMH-9").waitFor()
      expect(
        await column(/^Invited/)
          .getByText("Niamh Li")
          .count()
      ).toBe(0)
    }))

  it("is worked by keyboard alone: skip, add an employer", () =>
    onPage("/employers", async (page) => {
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "")
      await page.keyboard.press("Tab")
      expect(await focused()).toBe("Skip to the content")
      await page.keyboard.press("Enter")
      await page.locator("#add-employer summary").focus()
      await page.keyboard.press("Enter")
      await page.keyboard.press("Tab")
      await page.keyboard.type("Kestrel Plumbing")
      await page.keyboard.press("Tab")
      await page.keyboard.type("42 000 000 003")
      await page.keyboard.press("Enter")
      await page.getByRole("heading", { name: "Kestrel Plumbing", level: 1 }).waitFor()
    }))

  it("says why the embed isn't there if its loader can't be fetched", () =>
    onPage(employer, async (page) => {
      await page.getByRole("alert").getByText("The loader of Embedded Super can't be fetched.").waitFor()
    }))

  it("works without JavaScript: adding, inviting, resolving and settings are forms", () =>
    onPage(
      "/employers",
      async (page) => {
        await page.locator("#add-employer summary").click()
        await page.getByLabel("Business name").fill("Harbour Cafe")
        await page.getByLabel("ABN").fill("61000000002")
        await page.getByRole("button", { name: "Add employer" }).click()
        await page.getByRole("heading", { name: "Harbour Cafe", level: 1 }).waitFor()
        expect(await page.locator("noscript").textContent()).toContain("This form needs JavaScript.")
        await page.goto(`${payroll.url}/people/new?employer=${employerId}`)
        await page.getByText("Or use the payroll's own form").click()
        await page.getByLabel("Family name").fill("Raman")
        await page.getByLabel("Email").fill("priya@example.com")
        await page.getByRole("button", { name: "Invite" }).click()
        await page.getByRole("heading", { name: "Raman", level: 1 }).waitFor()
        await page.goto(`${payroll.url}/issues`)
        await page.getByRole("button", { name: /^Resolve/ }).click()
        await page.getByText("Resolved here").waitFor()
        await page.goto(`${payroll.url}/settings`)
        await page.getByLabel(/^Invite a person/).uncheck()
        await page.getByRole("button", { name: "Save" }).click()
        expect(await page.getByLabel(/^Invite a person/).isChecked()).toBe(false)
      },
      { javaScriptEnabled: false }
    ))
})
