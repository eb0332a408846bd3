/** Every page of the payroll application, in every condition, and what people do on them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser } from "../../../packages/embed/test/browser.ts"
import { action } from "../src/pages/parts.ts"
import { conditions, type PayrollPages, startPayrollPages } from "./payrollPages.ts"

describe.skipIf(isWithoutBrowser)("each page of the payroll application in a browser", () => {
  let pages: PayrollPages
  beforeAll(async () => void (pages = await startPayrollPages()))
  afterAll(() => pages?.stop())

  it.each(conditions)("has no violation at %s, and nothing is cut off", (_, options) =>
    pages.expectAccessible(pages.paths, options)
  )
})

describe.skipIf(isWithoutBrowser)("the payroll application in a browser", () => {
  let pages: PayrollPages
  beforeAll(async () => void (pages = await startPayrollPages()))
  afterAll(() => pages?.stop())

  it("moves a card on the board when its webhook comes", () =>
    pages.onPage("/board", async (page) => {
      const column = (name: RegExp) => page.getByRole("region", { name })
      await column(/^Invited/)
        .getByText("Niamh Li")
        .waitFor()
      const niamh = (await pages.payroll.people()).find(({ remote_id }) => remote_id === "EMP-1")
      pages.service.completeOnboarding(niamh.onboarding_session_id, "NIAMH-9")
      await pages.service.deliverTo(pages.payroll.url)
      await column(/^Done/).getByText("NIAMH-9").waitFor()
      expect(
        await column(/^Invited/)
          .getByText("Niamh Li")
          .count()
      ).toBe(0)
    }))

  it("ends with what is true, even if an earlier answer comes late", () =>
    pages.onPage("/board", async (page) => {
      const hers = {
        employer_id: pages.employer.id,
        remote_id: "EMP-3",
        given_name: "Ola",
        family_name: "Nowak"
      }
      const beside = await page.context().browser()!.newPage()
      await beside.goto(page.url())
      const held = Promise.withResolvers<() => Promise<void>>()
      await page.route(
        "**/board",
        async (route) => {
          const response = await route.fetch()
          held.resolve(() => route.fulfill({ response }))
        },
        { times: 1 }
      )
      await pages.payroll.api("POST", "payroll/employees", { ...hers, email: "ola@example.com" })
      const release = await held.promise
      const ola = (await pages.payroll.people()).find(({ remote_id }) => remote_id === "EMP-3")
      pages.service.completeOnboarding(ola.onboarding_session_id, "OLA-9")
      await pages.service.deliverTo(pages.payroll.url)
      await beside.getByText("OLA-9").waitFor()
      const [late] = await Promise.all([page.waitForEvent("requestfinished"), release()])
      await (await late.response())?.finished()
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
      await page.getByText("OLA-9").waitFor()
      await beside.close()
    }))

  it("says why the embed isn't there if its loader can't be fetched", () =>
    pages.onPage(pages.employer.path, async (page) => {
      await page.getByRole("alert").getByText("The loader of Embedded Super can't be fetched.").waitFor()
    }))

  it("says above its own form why nobody was invited, keeps what was typed, and lists this employer's people only", async () => {
    const { payroll, service } = pages
    const { location } = await payroll.form("/employers", { name: "Kestrel Cafe", abn: "61000000002" })
    const employer_id = location.slice("/employers/".length)
    service.chooseDefaultFund(employer_id)
    await service.deliverTo(payroll.url)
    await payroll.shows(location, "Add a person")
    await pages.onPage(`/people/new?employer=${employer_id}`, async (page) => {
      await page.getByText("Or use the payroll's own form").press("Enter")
      await page.getByLabel("Family name").fill("Raman")
      await page.getByLabel("Email").fill("priya@example.com")
      service.failAt(/onboarding-session$/)
      await page.getByRole("button", { name: "Invite", exact: true }).click()
      const problem = page.getByRole("group", { name: "The person isn't invited yet" })
      await problem.getByText("The service answered 503.").waitFor()
      service.failAt(undefined)
      // Chromium heeds autofocus when it draws the page, which is after its text can be found.
      await expect.poll(() => problem.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await page.getByRole("alert").count()).toBe(1)
      expect(await page.getByLabel("Family name").inputValue()).toBe("Raman")
      expect(await page.getByLabel("Email").inputValue()).toBe("priya@example.com")
      const ana = { remote_id: "EMP-7", given_name: "Ana", family_name: "Silva", email: "ana@example.com" }
      await payroll.api("POST", "payroll/employees", { ...ana, employer_id })
      const rows = page.locator("#people li")
      await rows.getByRole("link", { name: "Ana Silva" }).waitFor()
      expect(await rows.count()).toBe(1)
    })
  })

  it("has the words of a button in its middle, and bars as wide as their cards on a phone", () =>
    pages.onPage(
      "/people",
      async (page) => {
        // The elements as the pages make them: the demo's people are in another payroll.
        await page
          .locator("#people")
          .evaluate(
            (place, parts) => (place.innerHTML = parts),
            [
              `<ul class="rows"><li>${action("/people/x/invite", "Invite", "Mei Chen").text}</li></ul>`,
              `<div class="board"><ul><li class="card"><progress max="100" value="50"></progress></li></ul></div>`
            ].join("")
          )
        const offCentre = await page.locator("#people button").evaluate((button) => {
          const words = document.createRange()
          words.selectNode(
            document
              .createTreeWalker(button, NodeFilter.SHOW_TEXT, (node) =>
                node.textContent?.trim() === "Invite" ? 1 : 3
              )
              .nextNode()!
          )
          const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
          return inner.left + inner.right - outer.left - outer.right
        })
        expect(Math.abs(offCentre)).toBeLessThan(2)
        const room = await page.locator("#people progress").evaluate((bar) => {
          const { paddingLeft, paddingRight } = getComputedStyle(bar.parentElement!)
          return (
            bar.parentElement!.clientWidth -
            parseFloat(paddingLeft) -
            parseFloat(paddingRight) -
            bar.clientWidth
          )
        })
        expect(Math.abs(room)).toBeLessThan(1)
      },
      { viewport: { width: 390, height: 800 } }
    ))

  it("works without JavaScript: adding, inviting, resolving and settings are forms", () =>
    pages.onPage(
      "/employers",
      async (page) => {
        await page.locator("#add-employer summary").click()
        await page.getByLabel("Business name").fill("Harbour Cafe")
        await page.getByLabel("ABN").fill("61000000002")
        await page.getByRole("button", { name: "Add employer" }).click()
        await page.getByRole("heading", { name: "Harbour Cafe", level: 1 }).waitFor()
        expect(await page.locator("noscript").textContent()).toContain("This form needs JavaScript.")
        await page.goto(`${pages.payroll.url}/people/new?employer=${pages.employer.id}`)
        await page.getByText("Or use the payroll's own form").click()
        await page.getByLabel("Family name").fill("Raman")
        await page.getByLabel("Email").fill("priya@example.com")
        await page.getByRole("button", { name: "Invite" }).click()
        await page.getByRole("heading", { name: "Raman", level: 1 }).waitFor()
        await page.goto(`${pages.payroll.url}/issues`)
        await page.getByRole("button", { name: /^Resolve/ }).click()
        await page.getByText("Resolved here").waitFor()
        await page.goto(`${pages.payroll.url}/settings`)
        await page.getByLabel(/^Invite a person/).uncheck()
        await page.getByRole("button", { name: "Save" }).click()
        expect(await page.getByLabel(/^Invite a person/).isChecked()).toBe(false)
      },
      { javaScriptEnabled: false }
    ))
})
