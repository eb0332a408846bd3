/**
 * The gallery: every screen of the embeds in every state, without a service. The frame's pages are the built ones, under
 * their own policy; the embed API answers with examples of the spec. `scenes.ts` lists the states.
 *
 * The trap: a heading may be there before the rest of its screen, so a scene counts as shown only when it has settled.
 *
 * It shows how screens look and read. That they work with the service is for the walks in contract-tests.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Browser, BrowserContextOptions, Page, Request, Route } from "playwright-core"
import type { BuiltEmbeds } from "../../src/build/buildEmbeds.ts"
import type { Words } from "../../src/texts/en/index.ts"
import { instance, type Schemas } from "./examples.ts"
import { inWords } from "./inWords.ts"

/** An answer of the embed API: a body with status 200, a problem with its own status, or none: at once, or ever. */
type Answer = object | "offline" | "never"

/** `before` counts the same requests before this one, from the opening of the scene on: a scene is opened many times. */
export type Answered = Answer | ((body: unknown, url: URL, before: number) => Answer)

export interface Scene {
  readonly name: string
  readonly app: Schemas["EmbedApp"]
  /** The person's language; English if left out. */
  readonly language?: string
  /** The answers by "METHOD /path", below /embed-api/v1. */
  readonly answers: Readonly<Record<string, Answered>>
  /** The person's actions before the state is reached. */
  readonly steps?: (page: Page) => Promise<unknown>
}

/** When the examples of the spec happen. */
const NOW = new Date("2026-11-21T00:17:50Z")

/** The origin that the examples allow to host a frame. */
const HOST = "https://payroll.example.com"

const ORIGIN = "https://api.embedded-super.example"
const ENTITY = "01a1fb67-1800-7000-8000-000000000031"

const paths: Readonly<Record<Schemas["EmbedApp"], string>> = {
  super_settings: `/embed/v1/employer/${ENTITY}/edit/super_settings`,
  onboarding: `/embed/v1/onboarding-session/${ENTITY}`,
  intent: `/embed/v1/onboarding-session-intent/${ENTITY}`
}

/** Who operates the service, as the service writes it into a page. */
const operator = JSON.stringify(instance).replaceAll('"', "&quot;")

const statusOf = (answer: object): number =>
  "code" in answer && "status" in answer && typeof answer.status === "number" ? answer.status : 200

const views: Readonly<Record<Schemas["EmbedApp"], string>> = {
  super_settings: "GET /employer",
  onboarding: "GET /onboarding",
  intent: "GET /intent"
}

/** The part of the texts that an app shows. */
const parts = { super_settings: "employer", onboarding: "employee", intent: "intent" } as const

/** The answer; that of an opening with the view that the scene shows. */
const withView = (scene: Scene, path: string, answer: object): object => {
  const view = scene.answers[views[scene.app]]
  if (!path.endsWith("/embed-sessions") || !("data" in answer) || typeof view !== "object") return answer
  return { ...answer, data: { ...(answer.data as object), ...("data" in view ? { view: view.data } : {}) } }
}

/**
 * Opens a scene in a page of its own. What the page's policy blocks, or its scripts report, is in `wrong`; `requests` are
 * all that it makes. With `isStill` its clock stands still: pictures and snapshots are the same each time.
 */
export const openScene = async (
  browser: Browser,
  folder: string,
  scene: Scene,
  options: BrowserContextOptions & {
    readonly language?: string
    /** The words of that language, with which the scene's steps are taken. */
    readonly words?: Words
    readonly isHosted?: boolean
    readonly isStill?: boolean
  } = {}
) => {
  const {
    isHosted = false,
    isStill = false,
    language = scene.language ?? "en-AU",
    words,
    ...contextOptions
  } = options
  const address = `${ORIGIN}${paths[scene.app]}?valid_until=2099-01-01T00%3A00%3A00Z&nonce=n&signed=s`
  const built = JSON.parse(readFileSync(join(folder, "embeds.json"), "utf8")) as BuiltEmbeds
  const context = await browser.newContext({
    viewport: { width: 360, height: 780 },
    reducedMotion: "reduce",
    ...contextOptions
  })
  const page = await context.newPage()
  if (isStill) await page.clock.setFixedTime(NOW)
  const wrong: Array<string> = []
  page.on("pageerror", (error) => void wrong.push(error.message))
  page.on("console", (message) => {
    // The browser reports every answer that is a problem.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      wrong.push(message.text())
  })
  const requests: Array<Request> = []
  page.on("request", (request) => void requests.push(request))
  const app = built.apps[scene.app]
  /** Answers under way. One that never comes isn't waited for. */
  const underWay = new Set<Promise<void>>()
  /** How often each answer was asked for. */
  const asked = new Map<string, number>()
  const answerTo = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = new URL(request.url())
    if (request.url() === `${HOST}/`) {
      return route.fulfill({ contentType: "text/html", body: hostPage(address) })
    }
    if (url.origin !== ORIGIN) {
      wrong.push(`asked ${url.origin}`)
      return route.abort()
    }
    if (url.pathname.startsWith("/embed/v1/")) {
      return route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers: { "content-security-policy": app.policy },
        body: readFileSync(join(folder, app.pages[language]!), "utf8").replace(built.operatorPlace, operator)
      })
    }
    if (url.pathname.startsWith("/embed/assets/")) {
      const name = url.pathname.slice("/embed/assets/".length)
      return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(folder, name)) })
    }
    const operation = `${request.method()} ${url.pathname.slice("/embed-api/v1".length)}`
    const before = asked.get(operation) ?? 0
    asked.set(operation, before + 1)
    const answer = scene.answers[operation]
    if (answer === undefined) {
      wrong.push(`no answer for ${request.method()} ${url.pathname}`)
      return route.abort()
    }
    const answered = typeof answer === "function" ? answer(request.postDataJSON(), url, before) : answer
    if (answered === "offline") return route.abort()
    if (answered === "never") return
    const made = withView(scene, url.pathname, answered)
    const status = statusOf(made)
    await route.fulfill({
      status:
        request.method() === "POST" && url.pathname.endsWith("/embed-sessions") && status === 200
          ? 201
          : status,
      contentType: status === 200 ? "application/json" : "application/problem+json",
      body: JSON.stringify(made)
    })
    // What is sent from here hasn't reached the frame yet: it may ask for more when it has. A page that is closed never gets it.
    await request
      .response()
      .then((response) => response?.finished())
      .catch(() => undefined)
  }
  await page.route("**/*", (route) => {
    const answer = answerTo(route).finally(() => underWay.delete(answer))
    underWay.add(answer)
    return answer
  })
  /** Waits until no answer is under way and the frame has drawn what came. */
  const settled = async (): Promise<void> => {
    do {
      await Promise.all(underWay)
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    } while (underWay.size > 0)
  }
  await page.goto(isHosted ? `${HOST}/` : address)
  const frame = isHosted ? page.frameLocator("iframe") : page
  await frame.locator("h1").waitFor()
  if (!isHosted) await scene.steps?.(words === undefined ? page : inWords(page, parts[scene.app], words))
  await settled()
  return {
    page,
    /** The frame's content, in the host's page or alone. */
    frame,
    /** The kinds of the messages that the host got. */
    messages: () =>
      page.evaluate(() => (globalThis as unknown as { kinds?: ReadonlyArray<string> }).kinds ?? []),
    wrong,
    requests,
    close: () => context.close()
  }
}

/** A partner's page, which keeps the messages of the frame. */
const hostPage = (address: string): string => `<!doctype html><html lang="en"><title>Payroll</title>
<script>window.kinds = []; addEventListener("message", ({ data }) => kinds.push(data.kind))</script>
<iframe title="Your super" width="800" height="1200" src="${address.replaceAll("&", "&amp;")}"></iframe></html>`
