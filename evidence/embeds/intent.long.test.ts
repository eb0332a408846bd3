/**
 * The intent embed with the real service: a person is added by the employer, or prefilled by the partner, and the
 * payroll makes a session of each. What ends or blocks an intent is said in one sentence.
 */
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "@embedded-super/embed/testing"
import { verifiedWebhooks } from "./opening.ts"
import {
  date,
  type Frame,
  frameOn,
  heading,
  mistakes,
  press
} from "@embedded-super/contract-tests/embeds/frame"
import { follow, type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

describe.skipIf(isWithoutBrowser)("a person is added", () => {
  let payroll: Payroll
  let cafe = ""
  let plumbing = ""

  beforeAll(async () => {
    payroll = await startPayroll("intent")
    const idOf = async (remoteId: string) =>
      (await payroll.partnerApi("GET", `employers?remote_id=${remoteId}`))[0].id
    cafe = await idOf("ER-1003")
    plumbing = await idOf("ER-1002")
  })
  afterAll(() => payroll?.stop())

  /** Opens "Add a person" for an employer. */
  const openIntent = async (page: Page, employer: string) => {
    await page.goto(`${payroll.url}/people/new?employer=${employer}`)
    return frameOn(page)
  }

  const nameThem = async (frame: Frame, family: string) => {
    await heading(frame, "Who is starting?")
    await frame.getByLabel("Given name").fill("Kim")
    await frame.getByLabel("Family name").fill(family)
    await frame.getByLabel("Email").fill(`${family.toLowerCase()}@example.com`)
  }

  /** Waits until the person has an invitation on the payroll's list. */
  const invited = async (page: Page, name: RegExp) => {
    await follow(page, "People")
    const row = page.locator("#people li").filter({ hasText: name })
    await row.getByText("Invited", { exact: true }).waitFor()
  }

  it("by the employer: mistakes in one pass, and a session is made [R-1-9, R-1-10, R-6-15]", () =>
    payroll.withPage(async (page) => {
      const frame = await openIntent(page, cafe)
      await heading(frame, "Who is starting?")
      await frame.getByLabel("Given name").fill("Aoife7")
      await frame.getByLabel("Email").fill("aoife@")
      await press(frame, "Continue")
      expect(await mistakes(frame)).toEqual([
        "Names can't have numbers or signs like ( )",
        "Enter their family name",
        "Enter an email like name@example.com"
      ])
      await frame.getByLabel("Given name").fill("Aoife")
      await frame.getByLabel("Family name").fill("Byrne")
      await frame.getByLabel("Email").fill("aoife.byrne@example.com")
      await frame.getByLabel("Mobile").fill("0491 570 006")
      await frame.getByLabel("Staff number").fill("S-12")
      expect(await violationsOn(page)).toEqual([])
      await press(frame, "Continue")
      await heading(frame, "About the job")
      await date(frame, "31", "2", "2027")
      await press(frame, "Continue")
      expect(await mistakes(frame)).toEqual([
        "Enter a real date, like 1 12 2026",
        "Choose the type of work",
        "Choose how often you pay them"
      ])
      await date(frame, "1", "12", "2026")
      await frame.getByLabel("Casual").check()
      await frame.getByLabel("How often you pay them").selectOption("Every week")
      await press(frame, "Continue")
      await heading(frame, "Check and send")
      await press(frame, "Change Person")
      await heading(frame, "Who is starting?")
      expect(await frame.getByLabel("Staff number").inputValue()).toBe("S-12")
      await press(frame, "Continue")
      await heading(frame, "Check and send")
      await press(frame, "Send to Payroll intent 1")
      await heading(frame, "Done")
      await frame.getByText("Payroll intent 1 will invite Aoife.").waitFor()
      await press(frame, "Done")
      await page.getByRole("heading", { level: 1, name: "People" }).waitFor()
      await invited(page, /Aoife Byrne/)
      await page.getByRole("link", { name: "Aoife Byrne" }).click()
      await page.getByText("S-12").first().waitFor()
      await verifiedWebhooks(page, ["onboarding_intent_completed"], 1)
    }))

  it("by the partner, prefilled: the employer checks, adds what is missing, and a session is made [R-1-9, R-1-10, R-6-16]", () =>
    payroll.withPage(async (page) => {
      const { id } = await payroll.partnerApi("POST", "onboarding-session-intent", {
        employer: { id: cafe },
        remote_id: "NEW-31",
        employee: { given_name: "Tui", family_name: "Ngata", email: "tui@example.com", remote_id: "S-31" },
        employment: { start_date: "2026-12-07", pay_basis: "part_time", job_title: "Barista" }
      })
      const { embed_url } = await payroll.partnerApi(
        "POST",
        `onboarding-session-intent/${id}/generate-embed-url`,
        {}
      )
      // In a window of its own: no page hosts it.
      await page.goto(embed_url)
      await heading(page, "About the job")
      expect(await page.getByLabel("Job title").inputValue()).toBe("Barista")
      expect(await page.getByLabel("Day").inputValue()).toBe("7")
      await press(page, "Back")
      await heading(page, "Who is starting?")
      expect(await page.getByLabel("Family name").inputValue()).toBe("Ngata")
      await press(page, "Continue")
      await heading(page, "About the job")
      await press(page, "Continue")
      expect(await mistakes(page)).toEqual(["Choose how often you pay them"])
      await page.getByLabel("How often you pay them").selectOption("Every month")
      await press(page, "Continue")
      await heading(page, "Check and send")
      await press(page, "Send to Payroll intent 1")
      await heading(page, "Done")
      await page.goto(payroll.url)
      await invited(page, /Tui Ngata/)
      const { onboarding_session_id } = await payroll.partnerApi("GET", `onboarding-session-intent/${id}`)
      expect(onboarding_session_id).not.toBeNull()
    }))

  it("not while there is no default fund: the frame says so, and its button opens super settings", () =>
    payroll.withPage(async (page) => {
      const frame = await openIntent(page, plumbing)
      await heading(frame, "Choose a default fund first")
      expect(await violationsOn(page)).toEqual([])
      await press(frame, "Open super settings")
      await page.getByRole("heading", { level: 1, name: "Kestrel Plumbing" }).waitFor()
      await heading(frameOn(page), "Choose a default fund")
    }))

  it("not once it was cancelled: the open frame says so, and nothing else", () =>
    payroll.withPage(
      async (page) => {
        const frame = await openIntent(page, cafe)
        await nameThem(frame, "Marchetti")
        await press(frame, "Continue")
        await heading(frame, "About the job")
        const [{ id }] = await payroll.partnerApi(
          "GET",
          `onboarding-session-intent?employer_id=${cafe}&limit=1`
        )
        await payroll.partnerApi("DELETE", `onboarding-session-intent/${id}`)
        // The choice is saved as a draft, and that call finds the form closed.
        await frame.getByLabel("Casual").check()
        await heading(frame, "This form is closed")
        await frame.getByText("It was stopped in Payroll intent 1.").waitFor()
        expect((await frame.getByRole("main").innerText()).split(/\n+/)).toEqual([
          "Sandbox. Nothing here is real.",
          "This form is closed",
          "It was stopped in Payroll intent 1.",
          "To add this person, start again in Payroll intent 1."
        ])
      },
      { refused: [409, 412] }
    ))
})
