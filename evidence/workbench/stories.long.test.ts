/**
 * The Workbench's page about a session whose fund fails, one whose answer is lost, and one that ends without a number; and about
 * an endpoint that fails until deliveries rest, a secret that is replaced, and a list that gets too old. Each is made to happen by
 * its scene, and read in Chromium as a reader does, who finds an entry and opens the story.
 */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch } from "@embedded-super/embed/testing"
import { worldOfScenes } from "@embedded-super/contract-tests/workflows/sceneWorld"
import { expectLines, jargonIn, linesOnPage, openStory } from "./linesOnPage.ts"

const begun = [
  "201 OK: Payroll scenes 1 called createOnboardingSession (create an onboarding session) and was answered 201.",
  "Changed: An onboarding session was created. It is in initial.",
  "Changed: The employee opened the onboarding, so the session went from initial to collect identity.",
  "Changed: The employee confirmed everything, so the session went from review to pending completion.",
  "Noted: A member registration at Banksia Super is needed. The service calls the fund as soon as it may."
]

const completed = [
  "OK: The result of the member registration was stored, and nothing is outstanding any more, so the session went from pending completion to completed.",
  "Noted: The event onboarding_session_completed was recorded, and its webhook is sent to the partner.",
  "204 OK: Payroll scenes 1's endpoint accepted onboarding_session_completed with 204."
]

describe.skipIf(isWithoutBrowser)("the page shows a session", () => {
  const world = worldOfScenes()
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launch()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  })
  afterAll(() => browser?.close())

  const play = async (name: string) => {
    const { code, stderr, stdout } = await world.scene(`scenes/${name}.arazzo.yaml`)
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" })
  }

  const read = async (entry: string, wanted: ReadonlyArray<string>) => {
    await openStory(page, `${world.serviceUrl()}/?outcome=waiting`, entry, "onboarding session")
    const lines = await linesOnPage(page)
    expectLines(lines, wanted)
    expect(jargonIn(lines)).toEqual([])
    expect(await page.locator("h1").innerText()).toMatch(/^\S\. \S\. at Wattle & Daughters Pty Ltd$/)
  }

  it("whose fund fails twice: when it is called again, and that the number came", async () => {
    await play("failing-fund")
    await read("answered 503 to the member registration", [
      ...begun,
      "503 Waiting: Banksia Super answered 503 to the member registration. The service tries again in # s (retry 1 of 3).",
      "= Answered 503, as was set.",
      "… Waits # s, retry 1 of 3. The clock was moved ahead by # s",
      "503 Waiting: Banksia Super answered 503 to the member registration. The service tries again in # s (retry 2 of 3).",
      "= Answered 503, as was set.",
      "… Waits # s, retry 2 of 3. The clock was moved ahead by # s",
      "201 OK: Banksia Super answered 201 to the member registration.",
      "OK: The member number arrived while the session waited for it.",
      ...completed
    ])
  })

  it("whose answer is lost: why the fund is asked again, and that it registers nobody twice", async () => {
    await play("lost-answer")
    await read("was lost after the request was sent", [
      ...begun,
      "Waiting: The answer of Banksia Super to the member registration was lost after the request was sent. The fund recognises repeats, so the service asks again with the same idempotency key in # s (retry 1 of 3).",
      "Failed: Did the work, then closed the connection without an answer, as was set.",
      "… Waits # s, retry 1 of 3. The clock was moved ahead by # s",
      "200 OK: Banksia Super answered 200 to the member registration.",
      "OK: The member number arrived while the session waited for it.",
      ...completed
    ])
    expect((await linesOnPage(page)).filter((line) => / is member .* already$/.test(line))).toHaveLength(1)
  })

  it("that ends without a number: five days that the clock was moved, and the number that came late", async () => {
    await play("late-membership")
    await read("Retry-After 518400", [
      ...begun,
      "429 Waiting: Banksia Super answered 429 to the member registration, with Retry-After 518400, so no call to it is made until ~, #.",
      "= Answered 429, as was set.",
      "Waiting: Calls to Banksia Super are suspended until ~, #, because it answered 429. Then one is tried.",
      "… Banksia Super is held until ~, #, Retry-After 518400. The clock was moved ahead by 5 days",
      "Failed: 5 days passed without a member number, so the session ended without one.",
      "Failed: The issue “member registration failed” was opened for the employer, for the partner to act on.",
      "Failed: No member number came in 5 days, so the session went from pending completion to completed.",
      "204 OK: Payroll scenes 1's endpoint accepted onboarding_session_completed with 204.",
      "… Banksia Super is held until ~, #, Retry-After 518400. The clock was moved ahead by 1 day",
      "Noted: The service opened the tax file number for the call that registers the member at the fund.",
      "201 OK: Banksia Super answered 201 to the member registration.",
      "OK: The member number arrived after the session had ended; the partner is sent employee_changed.",
      "OK: The employer's issue “member registration failed” was resolved, because its cause is gone.",
      "Noted: The event employee_changed was recorded, and its webhook is sent to the partner.",
      "204 OK: Payroll scenes 1's endpoint accepted employee_changed with 204."
    ])
  })

  it("to a reader without a mouse: Tab goes from the time line to the story and back, and Enter opens each", async () => {
    await page.goto(`${world.serviceUrl()}/?text=without+a+member+number`)
    const open = async (link: RegExp) => {
      for (let count = 0; count < 100; count += 1) {
        await page.keyboard.press("Tab")
        const focused = await page.evaluate(() => document.activeElement?.textContent ?? "")
        if (link.test(focused.replace(/\s+/g, " ").trim())) return page.keyboard.press("Enter")
      }
      throw new Error(`Tab doesn't reach ${link}`)
    }
    await open(/^onboarding session …/)
    await page.getByRole("heading", { name: "What happened" }).waitFor()
    await open(/^Time line$/)
    await page.getByRole("heading", { level: 1, name: "Time line" }).waitFor()
  })
})

describe.skipIf(isWithoutBrowser)("the page shows", () => {
  const world = worldOfScenes()
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launch()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  })
  afterAll(() => browser?.close())

  const play = async (name: string) => {
    const { code, stderr, stdout } = await world.scene(`scenes/${name}.arazzo.yaml`)
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" })
  }

  const read = async (entry: string, thing: string, wanted: ReadonlyArray<string>) => {
    await openStory(page, `${world.serviceUrl()}/`, entry, thing)
    const lines = await linesOnPage(page)
    expectLines(lines, wanted)
    expect(jargonIn(lines)).toEqual([])
  }

  it("of an endpoint that fails: that deliveries rest, that one is tried, and that the others follow", async () => {
    await play("breaker")
    const failed =
      "500 Waiting: Scene breaker's endpoint answered 500 to employer_settings_changed. The service tries again in # s."
    await read("failed 5 times in a row", "webhook endpoint", [
      "Noted: The partner set the address of the webhook endpoint.",
      ...Array.from({ length: 5 }, () => failed),
      "Waiting: Scene breaker's endpoint failed 5 times in a row, so deliveries rest for # s, then one is tried.",
      "Noted: The partner resumed the webhook endpoint.",
      "204 OK: Scene breaker's endpoint accepted employer_settings_changed with 204.~This was the one delivery that is tried while the others rest.",
      "OK: Scene breaker's endpoint works again after # s, so deliveries continue, at first one at a time."
    ])
    expect(await page.locator("h1").innerText()).toBe("Webhooks of Scene breaker")
  })

  it("of a secret that is replaced: that a delivery waited, and how long both secrets sign", async () => {
    await play("secret-rotation")
    await read("The webhook secret was replaced", "webhook endpoint", [
      "500 Waiting: Scene rotation's endpoint answered 500 to employer_settings_changed. The service tries again in # s.",
      "= Answered a webhook with 500, as was set.",
      "Changed: The webhook secret was replaced; until ~ both sign.",
      "Noted: The partner resumed the webhook endpoint.",
      "204 OK: Scene rotation's endpoint accepted employer_settings_changed with 204."
    ])
  })

  it("of a list that gets too old: since when it isn't used, why a new one is refused, and which counts", async () => {
    await play("stale-list")
    await read("so its list is stale", "fund", [
      "OK: The list of Telopea Super (~) was checked: 3 rows without mistakes. It is in force, with 3 employers. It is used until ~, or until the next one.",
      "OK: The employer is in the list of Telopea Super, so it is a match.",
      "… Nothing happened for ~: the clock was moved ahead by ~",
      "Stopped: No list of Telopea Super came for 35 days, so its list is stale and not used.",
      "Noted: The employer is not in the list of Telopea Super.",
      "Refused: The list of Telopea Super (~) was checked: 5 rows with 2 mistakes or warnings, 2 rows unusable. It is refused: ~ The list before it stays in force.",
      "Noted: The employer is not in the list of Telopea Super.",
      "OK: The list of Telopea Super (~) was checked: 3 rows without mistakes. It is in force, with 3 employers. It is used until ~, or until the next one.",
      "OK: The employer is in the list of Telopea Super, so it is a match."
    ])
    expect(await page.locator("h1").innerText()).toBe("Telopea Super")
  })
})
