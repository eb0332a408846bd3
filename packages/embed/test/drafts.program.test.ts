/** A form in the browser: typed text is sent before it is saved, and is there after a reload. */
import type { Page, Request } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser } from "./browser.ts"
import { example, type Schemas } from "./gallery/examples.ts"
import type { Answered } from "./gallery/gallery.ts"
import { sceneNamed } from "./gallery/scenes.ts"
import { sceneOpener } from "./shared.ts"

const opened = example<object>("openEmbed", "employer", 201)
const form = example<Schemas["EmbedEmployerDetailsFormAnswer"]>("getEmployerDetailsForm", "empty")
const matches = example<object>("getEmployerMatches", "no_match")

type View = Schemas["EmbedEmployerAnswer"]

/** The view while the details are missing, with this revision. */
const viewAt = (revision: number, drafts?: View["data"]["drafts"]): View => {
  const view = example<View>("getEmployerSettings", "with_default_fund")
  return {
    ...view,
    data: {
      ...view.data,
      revision,
      employer_details_pending: true,
      ...(drafts === undefined ? {} : { drafts })
    }
  }
}

const keptAt = (revision: number): Schemas["EmbedDraftSavedAnswer"] => ({
  data: { saved_at: "2026-11-21T00:00:00Z", revision },
  version: "v1"
})

/** A change that the frame sent: its method, the revision that it names, its body. */
const sentIn = (request: Request) => [
  request.method(),
  request.headers()["if-match"],
  request.postDataJSON() as unknown
]

describe.skipIf(isWithoutBrowser)("a form with a draft", () => {
  const openScene = sceneOpener()

  /** The details form of a frame with these answers, and the changes that it sends. */
  const openForm = async (view: View, answers: Readonly<Record<string, Answered>>) => {
    const scene = await openScene({
      name: "details",
      app: "super_settings",
      answers: {
        "POST /embed-sessions": opened,
        "GET /employer": view,
        "GET /employer/matches": matches,
        "GET /employer/details": form,
        ...answers
      },
      steps: (page) => page.getByRole("textbox").first().waitFor()
    })
    const sent: Array<ReadonlyArray<unknown>> = []
    scene.page.on("request", (request) => {
      if (["PATCH", "PUT"].includes(request.method())) sent.push(sentIn(request))
    })
    return { ...scene, sent }
  }

  const answered = (page: Page, method: string) =>
    page.waitForResponse((response) => response.request().method() === method)

  it("sends a field when it is left, then the next one to the revision that the answer named", async () => {
    let revision = 1
    const { close, page, sent, wrong } = await openForm(viewAt(1), {
      "PATCH /employer/details/draft": () => keptAt(++revision)
    })
    const kept = answered(page, "PATCH")
    await page.getByLabel("Contact name").fill("Ines W")
    await page.getByLabel("Contact name").blur()
    await kept
    await page.getByText("Saved", { exact: true }).waitFor()
    const keptToo = answered(page, "PATCH")
    await page.locator("select").first().selectOption("E")
    await page.locator("select").first().blur()
    await keptToo
    expect(sent).toEqual([
      ["PATCH", '"1"', { contact_name: "Ines W" }],
      ["PATCH", '"2"', { industry_code: "E" }]
    ])
    await close()
    expect(wrong).toEqual([])
  })

  it("starts from the draft, an emptied field included", async () => {
    const drafts = { details: { contact_name: "Ines W", contact_email: "ines@", employer_number: "" } }
    const { close, page, wrong } = await openForm(viewAt(1, drafts as View["data"]["drafts"] & object), {})
    expect(await page.getByLabel("Contact name").inputValue()).toBe("Ines W")
    expect(await page.locator('[name="/contact_email"]').inputValue()).toBe("ines@")
    expect(await page.locator('[name="/employer_number"]').inputValue()).toBe("")
    await close()
    expect(wrong).toEqual([])
  })

  it("keeps the own text beside the view of another window, and sends it again", async () => {
    let calls = 0
    const { close, page, sent } = await openForm(viewAt(1), {
      "PATCH /employer/details/draft": () =>
        ++calls === 1
          ? { status: 412, code: "view_changed", view: viewAt(7, { details: {} }).data }
          : keptAt(8)
    })
    const again = page.waitForRequest((request) => request.headers()["if-match"] === '"7"')
    await page.getByLabel("Contact name").fill("Ines W")
    await page.getByLabel("Contact name").blur()
    await again
    expect(await page.getByLabel("Contact name").inputValue()).toBe("Ines W")
    expect(sent.map(([, seen]) => seen)).toEqual(['"1"', '"7"'])
    await close()
  })

  it("doesn't read an input that is marked as none of its own", async () => {
    const { close, page, sent } = await openForm(viewAt(1), {
      "PATCH /employer/details/draft": () => keptAt(2)
    })
    const marked = page.locator('[name="/contact_email"]')
    await marked.evaluate((input) => input.setAttribute("data-no-draft", ""))
    await marked.fill("ines@")
    await marked.blur()
    const kept = answered(page, "PATCH")
    await page.getByLabel("Contact name").fill("Ines W")
    await page.getByLabel("Contact name").blur()
    await kept
    expect(sent).toEqual([["PATCH", '"1"', { contact_name: "Ines W" }]])
    await close()
  })

  it.each([
    ["employee-identity", "onboarding", "identity", "Suharto"],
    ["intent-who", "intent", "person", ""]
  ] as const)("keeps that a person has only one name: %s", async (name, app, step, copied) => {
    const scene = sceneNamed(name)
    const read = `GET /${app}`
    const view = scene.answers[read] as { readonly data: object }
    const empty = structuredClone(view) as { data: Record<string, unknown> }
    // Nobody's name is known before.
    if (app === "intent") empty.data["person"] = {}
    else empty.data["prefilled"] = {}
    const box = (page: Page) => page.getByRole("checkbox", { name: /only one name/ })
    const family = (page: Page) => page.locator('[name="/family_name"]').inputValue()
    let typed: object = {}
    const patched: Answered = (body) => {
      typed = { ...typed, ...(body as object) }
      return keptAt(2)
    }
    const answers = { ...scene.answers, [read]: empty, [`PATCH /${app}/drafts/${step}`]: patched }
    const first = await openScene({ ...scene, answers })
    await first.page.locator('[name="/given_name"]').fill("Suharto")
    const kept = answered(first.page, "PATCH")
    await box(first.page).check()
    await kept
    await first.page.getByText("Saved", { exact: true }).waitFor()
    const shown = await family(first.page)
    expect(shown).toBe(copied)
    await first.close()

    const reloaded = { ...empty, data: { ...empty.data, drafts: { [step]: typed } } }
    const { steps: _, ...again } = { ...scene, answers: { ...answers, [read]: reloaded } }
    const { close, page } = await openScene(again)
    expect(await box(page).isChecked()).toBe(true)
    expect(await family(page)).toBe(shown)
    expect(await page.locator('[name="/given_name"]').count()).toBe(0)
    await box(page).uncheck()
    expect(await page.locator('[name="/given_name"]').inputValue()).toBe("Suharto")
    expect(await family(page)).toBe(shown)
    await close()
  })

  it("isn't sent beside the save that has its fields", async () => {
    const { close, page, sent } = await openForm(viewAt(1), {
      "PATCH /employer/details/draft": () => keptAt(2),
      "PUT /employer/details": form
    })
    await page.locator("select").first().selectOption("E")
    await page.locator('[name="/contact_email"]').fill("ines@wattle.example")
    const saved = answered(page, "PUT")
    await page.getByLabel("Contact name").fill("Ines W")
    await page.getByLabel("Contact name").press("Enter")
    await saved
    // The fields that were left before are kept; the save names the revision that they led to.
    expect(sent.slice(-2).map(([method, seen]) => [method, seen])).toEqual([
      ["PATCH", expect.any(String)],
      ["PUT", '"2"']
    ])
    await close()
  })
})
