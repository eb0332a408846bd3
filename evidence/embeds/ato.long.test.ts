/**
 * The employer's connection to the ATO, and the automations that follow from it, in the payroll application with the
 * sandbox's ATO. The test plays what the employer does in Access Manager by the sandbox operation.
 */
import type { FrameLocator, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "@embedded-super/embed/testing"
import { openSettings, payrollRecord, verifiedWebhooks } from "./opening.ts"
import { heading, mistakes, press } from "@embedded-super/contract-tests/embeds/frame"
import { type Payroll, startPayroll } from "@embedded-super/contract-tests/embeds/startPayroll"

const NOT_THERE = "Not there yet. It can take a few minutes after you add it."

describe.skipIf(isWithoutBrowser)("an employer connects to the ATO", () => {
  let payroll: Payroll
  let cafe = ""
  let plumbing = ""

  beforeAll(async () => {
    payroll = await startPayroll("ato")
    const idOf = async (remoteId: string) =>
      (await payroll.partnerApi("GET", `employers?remote_id=${remoteId}`))[0].id
    cafe = await idOf("ER-1003")
    plumbing = await idOf("ER-1002")
    await payroll.partnerApi("POST", `sandbox/employers/${plumbing}/default-fund`, { usi: "60905115063003" })
  })
  afterAll(() => payroll?.stop())

  const ato = (employer: string, known: object) =>
    payroll.partnerApi("POST", `sandbox/employers/${employer}/stapling`, known)

  const reported = (page: Page, remoteId: string, count: number) =>
    verifiedWebhooks(page, ["employer_settings_changed", remoteId], count)

  /** Ticks an automation, which is described by its whole declaration. */
  const declare = async (frame: FrameLocator, name: string) => {
    const part = frame.getByRole("region", { name })
    expect((await part.innerText()).length).toBeGreaterThan(100)
    await part.getByRole("checkbox", { name: "I agree, turn it on" }).check()
  }

  it("by its agent: not found, then found; then it agrees to each automation, and the payroll hears of it [R-1-3, R-6-4]", () =>
    payroll.withPage(async (page) => {
      await ato(cafe, { status: "not_connected" })
      const before = await reported(page, "ER-1003", 1)
      const frame = await openSettings(page, "Harbour Cafe")
      await heading(frame, "Super settings for Harbour Cafe")
      await frame.getByText("Connect to the ATO first.").waitFor()
      await press(frame, "Connect ATO connection")
      await heading(frame, "Connect to the ATO")
      await press(frame, "Continue")
      expect(await mistakes(frame)).toEqual(["Choose who deals with the ATO"])
      await frame.getByLabel("My tax or BAS agent").check()
      await press(frame, "Continue")
      expect(await mistakes(frame)).toEqual([
        "Enter the agent number: 7 or 8 digits",
        "Enter an ABN with 11 digits"
      ])
      await frame.getByRole("textbox", { name: "Agent number" }).fill("25684031")
      await frame.getByRole("textbox", { name: "Agent's ABN" }).fill("83 914 571 674")
      await press(frame, "Continue")
      await frame.getByRole("link", { name: "That ABN isn't right. Check each digit." }).waitFor()
      await frame.getByRole("textbox", { name: "Agent's ABN" }).fill("83 914 571 673")
      expect(await violationsOn(page)).toEqual([])
      await press(frame, "Continue")
      await heading(frame, "Add this service in Access Manager")
      await press(frame, "Check connection")
      await frame.getByText(NOT_THERE).waitFor()
      expect(await violationsOn(page)).toEqual([])
      await ato(cafe, { status: "not_connected", has_permission: true })
      await press(frame, "Check connection")
      await heading(frame, "Connected to the ATO")
      await press(frame, "Choose automations")
      await heading(frame, "Automations")
      await declare(frame, "Find existing funds")
      expect(await violationsOn(page)).toEqual([])
      await press(frame, "Save")
      await heading(frame, "Super settings for Harbour Cafe")
      await frame.getByText("Connected by your agent").waitFor()
      await frame.getByText("On: Find existing funds", { exact: true }).waitFor()
      await frame.getByText(/^Sent to/).waitFor()
      await payrollRecord(page).getByText("Yes", { exact: true }).waitFor()
      // One for the connection, one for the automation.
      expect(await reported(page, "ER-1003", before + 2)).toBe(before + 2)
      const [employer] = await payroll.partnerApi("GET", "employers?remote_id=ER-1003")
      expect(employer.stapling_status).toBe("connected")
    }))

  it("whose connection has stopped reads that, and connects again by a check", () =>
    payroll.withPage(async (page) => {
      await ato(cafe, { status: "lapsed" })
      const frame = await openSettings(page, "Harbour Cafe")
      await frame.getByText("Your ATO connection has stopped. Check it again.").waitFor()
      await press(frame, "Connect ATO connection")
      await heading(frame, "Add this service in Access Manager")
      expect(await frame.getByText(NOT_THERE).count()).toBe(0)
      await press(frame, "Check connection")
      await frame.getByText(NOT_THERE).waitFor()
      await ato(cafe, { status: "lapsed", has_permission: true })
      await press(frame, "Check connection")
      await heading(frame, "Connected to the ATO")
      await press(frame, "Back")
      await frame.getByText("On: Find existing funds", { exact: true }).waitFor()
      await press(frame, "Choose automations")
      await frame.getByRole("region", { name: "Find existing funds" }).getByRole("checkbox").uncheck()
      await press(frame, "Save")
      await frame.getByText("Nothing is turned on yet.").waitFor()
    }))

  it("by itself, though it named an agent first; an ATO that doesn't answer is no refusal", () =>
    payroll.withPage(async (page) => {
      await ato(plumbing, { status: "not_connected", outcome: "unavailable" })
      const frame = await openSettings(page, "Kestrel Plumbing")
      await press(frame, "Connect ATO connection")
      await frame.getByLabel("My tax or BAS agent").check()
      await frame.getByRole("textbox", { name: "Agent number" }).fill("2568403")
      await frame.getByRole("textbox", { name: "Agent's ABN" }).fill("83914571673")
      await press(frame, "Continue")
      await heading(frame, "Add this service in Access Manager")
      await press(frame, "Change who deals with the ATO")
      await heading(frame, "Connect to the ATO")
      await frame.getByLabel("I do it").check()
      await press(frame, "Continue")
      await press(frame, "Check connection")
      await frame.getByText("The ATO didn't answer. Try again later.").waitFor()
      await ato(plumbing, { status: "not_connected", has_permission: true })
      await press(frame, "Check connection")
      await heading(frame, "Connected to the ATO")
      await press(frame, "Back")
      await frame.getByText("Connected by you").waitFor()
    }))
})
