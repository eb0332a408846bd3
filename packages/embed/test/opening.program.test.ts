/** The opening of an embed in a real browser, and its end: what is asked of the service, kept, and shown. */
import { accentColours } from "@embedded-super/pages/tokens/colours"
import type { Page, Request } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isWithoutBrowser, violationsOn } from "./browser.ts"
import { englishUnmarked, overflowOn } from "./gallery/checks.ts"
import { example, instance, type Schemas } from "./gallery/examples.ts"
import type { Scene } from "./gallery/gallery.ts"
import { sceneOpener } from "./shared.ts"

type View = Schemas["EmbedEmployerAnswer"]

const chosen = example<View>("getEmployerSettings", "with_default_fund")
const fresh = example<View>("getEmployerSettings", "new")
const matches = example<Schemas["EmbedEmployerMatchesAnswer"]>("getEmployerMatches", "match")
const matchId = matches.data.matches[0]!.id
const { partner } = fresh.data
const TOKEN = "ZXhhbXBsZS1lbWJlZC10b2tlbi1ub3QtYS1yZWFsLW9uZQ"

const scene = (view: View, more: Scene["answers"] = {}): Scene => ({
  name: "opening",
  app: "super_settings",
  answers: {
    "POST /embed-sessions": example<object>("openEmbed", "employer", 201),
    "GET /employer": view,
    "GET /employer/matches": matches,
    "GET /employer/details": example<object>("getEmployerDetailsForm", "empty"),
    "DELETE /embed-sessions/current": {},
    ...more
  }
})

/** "METHOD path" of each request to the embed API. */
const callsOf = (requests: ReadonlyArray<Request>) =>
  requests.flatMap((request) => {
    const { pathname } = new URL(request.url())
    return pathname.startsWith("/embed-api/v1") ? [`${request.method()} ${pathname.slice(13)}`] : []
  })

const accentOn = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"))

describe.skipIf(isWithoutBrowser)("an embed in the browser", () => {
  const openScene = sceneOpener()

  it("shows the view that the opening brings, and doesn't ask for it again", async () => {
    const { close, requests, wrong } = await openScene(scene(fresh))
    expect(callsOf(requests)).toContain("POST /embed-sessions")
    expect(callsOf(requests)).not.toContain("GET /employer")
    const opening = requests.find((request) => request.url().endsWith("/embed-sessions"))
    expect(opening?.postDataJSON()).toMatchObject({ language: "en-AU" })
    await close()
    expect(wrong).toEqual([])
  })

  it("keeps the token in its storage, and nothing that the view shows; a reload asks for the view", async () => {
    const { close, page, requests } = await openScene(scene(fresh))
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    expect(kept).toContain(TOKEN)
    expect(kept).not.toContain(fresh.data.name)
    expect(kept).not.toContain(fresh.data.abn)
    await page.reload()
    await page.locator("h1").waitFor()
    expect(callsOf(requests).filter((call) => call === "GET /employer")).toHaveLength(1)
    await close()
  })

  it("has the partner's colour in the shade that is legible, and follows the system's scheme", async () => {
    const { close, page } = await openScene(scene(fresh), { colorScheme: "light" })
    const { dark, light } = accentColours(partner.accent!)
    expect(await accentOn(page)).toBe(light.accent)
    await page.emulateMedia({ colorScheme: "dark" })
    await expect.poll(() => accentOn(page)).toBe(dark.accent)
    await close()
  })

  it("polls with the header that keeps no token alive, until the partner has the webhook", async () => {
    const { close, page, requests } = await openScene(scene(chosen))
    const poll = await page.waitForRequest((request) => request.url().endsWith("/embed-api/v1/employer"))
    expect(poll.headers()["x-embed-poll"]).toBe("1")
    const others = requests.filter((request) => callsOf([request])[0] !== "GET /employer")
    expect(others.filter((request) => request.headers()["x-embed-poll"] !== undefined)).toEqual([])
    await close()
  })

  it("ends when the person is done: its token ends, no data stays, and a reload still says whose it was", async () => {
    const { close, page, requests, wrong } = await openScene(scene(chosen))
    const [ended] = await Promise.all([
      page.waitForRequest((request) => request.method() === "DELETE"),
      page.getByRole("button", { name: "Done" }).click()
    ])
    expect(callsOf([ended])).toEqual(["DELETE /embed-sessions/current"])
    expect(ended.headers()["authorization"]).toBe(`Bearer ${TOKEN}`)
    const isDone = async () => {
      await page.getByRole("heading", { name: "You're done" }).waitFor()
      await page.getByText(`To see it again, open the page from ${partner.name}.`).waitFor()
    }
    await isDone()
    const [shown, kept] = await page.evaluate(() => [document.body.innerText, JSON.stringify(sessionStorage)])
    expect(shown).not.toContain(chosen.data.name)
    expect(kept).not.toContain(TOKEN)
    const before = callsOf(requests).length
    await page.reload()
    await isDone()
    expect(callsOf(requests).slice(before)).toEqual([])
    await close()
    expect(wrong).toEqual([])
  })

  it("at its bare address says where to open it, and nothing of a form that was filled in", async () => {
    const { close, page, requests, wrong } = await openScene(scene(fresh))
    const before = callsOf(requests).length
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.getByRole("heading", { name: "This page doesn't open by itself" }).waitFor()
    expect(await page.getByText("Open it from your payroll system.").count()).toBe(1)
    expect(await page.getByText("saved").count()).toBe(0)
    expect(callsOf(requests).slice(before)).toEqual([])
    await close()
    expect(wrong).toEqual([])
  })

  it("asks for the view again when the browser brings the page back from its cache", async () => {
    const { close, page, requests } = await openScene(scene(fresh))
    expect(callsOf(requests)).not.toContain("GET /employer")
    const asked = page.waitForRequest((request) => request.url().endsWith("/embed-api/v1/employer"))
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
    await asked
    await close()
  })

  const refused = (code: string): Scene =>
    scene(fresh, { "POST /embed-sessions": example<object>("openEmbed", code, 401) })

  it.each(["embed_url_used", "embed_url_expired"])(
    "that was refused (%s) in a window of its own says whose it is, with help and the way back",
    async (code) => {
      const { close, page } = await openScene(refused(code))
      await page.getByText("Wattle Payroll.").waitFor()
      await page.getByRole("link", { name: "help@payroll.example.com" }).waitFor()
      const back = page.getByRole("link", { name: "Go to Wattle Payroll" })
      expect(await back.getAttribute("href")).toBe("https://payroll.example/")
      await close()
    }
  )

  it("that was refused in the partner's page has no way back: the person is there", async () => {
    const { close, page } = await openScene(refused("embed_url_used"), { isHosted: true })
    const frame = page.frameLocator("iframe")
    await frame.getByRole("link", { name: "help@payroll.example.com" }).waitFor()
    expect(await frame.getByRole("link", { name: "Go to Wattle Payroll" }).count()).toBe(0)
    await close()
  })

  it("with an address that proves nothing names nobody", async () => {
    const { close, page } = await openScene(refused("embed_url_invalid"))
    await page.getByText("Open the page again from your payroll system.").waitFor()
    expect(await page.getByText(partner.name).count()).toBe(0)
    await page.getByRole("link", { name: instance.help_contact.email }).waitFor()
    await close()
  })

  const unhelped = structuredClone(fresh)
  delete unhelped.data.partner.help_url
  delete unhelped.data.partner.help_email
  const nothing = refused("embed_url_invalid")
  const { legal_name } = instance.operator
  const operatorsHelp = [instance.help_contact.url, `mailto:${instance.help_contact.email}`]
  const partnersHelp = [partner.help_url!, `mailto:${partner.help_email}`]

  it.each([
    ["with the partner's help", scene(fresh), "en-AU", `${partner.name} asks for this.`, partnersHelp],
    [
      "with the operator's, where the partner names none",
      scene(unhelped),
      "en-AU",
      legal_name,
      operatorsHelp
    ],
    ["also where nothing can be shown", nothing, "en-AU", legal_name, operatorsHelp],
    ["in Chinese", scene(fresh), "zh", `${partner.name} 请您填写`, partnersHelp],
    ["in Chinese, also where nothing can be shown", nothing, "zh", legal_name, operatorsHelp]
  ] as const)("says who asks, %s, at 320 px too", async (_, shown, language, words, help) => {
    const { close, page } = await openScene(shown, { language })
    const footer = page.getByRole("contentinfo")
    expect(await footer.textContent()).toContain(words)
    // The name of "this service" in the texts that a person agrees to.
    expect(await footer.textContent()).toMatch(
      language === "zh" ? `本服务由 ${legal_name}` : new RegExp(`${legal_name} .*runs this service`)
    )
    const links = await footer
      .getByRole("link")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")))
    expect(links).toEqual([instance.privacy_policy.url, instance.collection_notice.url, ...help])
    expect(await overflowOn(page, 320, 256)).toEqual([])
    expect(await englishUnmarked(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
    await close()
  })

  it("that has ended by itself names the partner, and where its help is", async () => {
    const { close, page } = await openScene({
      ...scene(fresh, {
        [`POST /employer/matches/${matchId}/confirmation`]: { status: 401, code: "unauthenticated" }
      }),
      steps: (page) => page.getByRole("button", { name: /^Yes, use/ }).click()
    })
    await page.getByText(`Open the page again from ${partner.name}.`).waitFor()
    const help = page.getByRole("link", { name: `Help from ${partner.name}` })
    expect(await help.getAttribute("href")).toBe(partner.help_url)
    await page.getByRole("link", { name: partner.help_email! }).waitFor()
    await close()
  })
})
