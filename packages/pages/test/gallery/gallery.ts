/** Serves the scenes of the gallery on a port of its own, as a program would: with the policy, and nothing inline. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { entryPage, policy, script, style } from "../../src/pages/index.ts"
import { detail, frame } from "./examples.ts"
import { type Scene, scenes } from "./scenes.ts"

const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  "/_workbench/pages/style.css": ["text/css; charset=utf-8", style],
  "/_workbench/pages/script.js": ["text/javascript; charset=utf-8", script]
}

/** A program's answer to a GET; undefined is 404. */
export type Answering = (url: URL) => string | undefined

const ofScenes: Answering = ({ pathname }) =>
  pathname.startsWith("/_workbench/pages/entries/")
    ? entryPage(frame, detail).text
    : scenes.find(({ name }) => pathname === `/${name}`)?.html.text

export const serve = async (answering: Answering = ofScenes) => {
  /** Streams that are open, to announce entries on. */
  const streams = new Set<(text: string) => void>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    if (url.pathname === frame.paths.stream) {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n")
      const send = (text: string) => void response.write(text)
      streams.add(send)
      request.on("close", () => streams.delete(send))
      return
    }
    const [type, text] = files[url.pathname] ?? ["text/html; charset=utf-8", answering(url)]
    response
      .writeHead(text === undefined ? 404 : 200, { "content-type": type, "content-security-policy": policy })
      .end(text)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Says on every open stream that there is a new entry. */
    announce: () => {
      for (const send of streams) send("event: entry\ndata: {}\n\n")
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
  }
}

/** Opens a page of its own. What the policy blocks, scripts report, or goes to another host is in `wrong`. */
export const openPage = async (
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>
) => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: "reduce",
    ...options
  })
  const page = await context.newPage()
  const wrong: Array<string> = []
  page.on("pageerror", (error) => void wrong.push(error.message))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      wrong.push(message.text())
  })
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== "data:" && origin !== new URL(address).origin) wrong.push(`asked ${origin}`)
  })
  await before?.(page)
  await page.goto(address)
  return { page, wrong, close: () => context.close() }
}

export const openScene = async (
  browser: Browser,
  origin: string,
  scene: Scene,
  options: BrowserContextOptions = {}
) => {
  const opened = await openPage(browser, `${origin}/${scene.name}`, options)
  await scene.steps?.(opened.page)
  return opened
}
