/**
 * Everything that an embed in a page lets out, for a search for data that mustn't be there: all that it shows, keeps, sends,
 * posts to the host's page, writes to the console and into addresses.
 *
 * Why the writes are recorded, too: data that was in a storage or in a history entry only for a moment has leaked as well.
 */
import type { Page, Request } from "playwright-core"
import { type Trace, traceOf } from "../canary/search.ts"

export interface Leaks {
  /** Records what the page and its frames show and keep at this moment. */
  readonly look: () => Promise<void>
  /** All that was recorded. */
  readonly traces: () => Promise<ReadonlyArray<Trace>>
}

/** Runs in every document before its own scripts: reports messages, and writes to storages and history. */
const reportWrites = () => {
  const report = (where: string, ...what: ReadonlyArray<unknown>) =>
    (globalThis as unknown as { reportWrite: (where: string, text: string) => void }).reportWrite(
      where,
      JSON.stringify(what.map((one) => (one instanceof URL ? one.href : one)))
    )
  addEventListener("message", ({ data }) => report("a message", data))
  for (const [object, name, where] of [
    [History.prototype, "pushState", "a history entry"],
    [History.prototype, "replaceState", "a history entry"],
    [Storage.prototype, "setItem", "a storage"]
  ] as const) {
    const own = (object as never)[name] as () => unknown
    Object.assign(object, {
      [name](this: unknown, ...values: ReadonlyArray<unknown>) {
        report(where, ...values)
        return Reflect.apply(own, this, values)
      }
    })
  }
}

/** The contents that a document shows and stores. */
const contentsOf = async (): Promise<Readonly<Record<string, unknown>>> => ({
  "a document": document.documentElement.outerHTML,
  "an input": [...document.querySelectorAll("input, textarea")].map(
    (input) => (input as HTMLInputElement).value
  ),
  "a storage": [{ ...sessionStorage }, { ...localStorage }],
  "a database": await indexedDB.databases(),
  "a cache": await globalThis.caches?.keys(),
  "a cookie": document.cookie,
  "a history entry": history.state,
  "the name of a window": window.name,
  "the title of a window": document.title,
  "an address": [location.href, document.referrer, ...performance.getEntries().map(({ name }) => name)]
})

/** Starts to record; the page may be empty still. */
export const watchForLeaks = async (page: Page): Promise<Leaks> => {
  const traces: Array<Trace> = []
  const note = (where: string, what: unknown) => {
    traces.push(traceOf(where, typeof what === "string" ? what : (JSON.stringify(what) ?? "")))
  }
  const answers: Array<Promise<unknown>> = []
  const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`
  page.on("console", (message) => note("the console", message.text()))
  page.on("request", (request) => {
    note("a request's address", request.url())
    note("a request's headers", request.headers())
    note(`the body of ${nameOf(request).replaceAll(/[\da-f-]{36}/g, "…")}`, request.postData() ?? "")
  })
  page.on("requestfinished", (request) => {
    const read = async () => {
      const response = await request.response()
      note("an answer's headers", response?.headers())
      // A redirect has no body, and those of a page that is gone can't be read.
      const body = await response?.body().catch(() => undefined)
      if (body !== undefined) traces.push(traceOf("an answer", body))
    }
    answers.push(read())
  })
  await page.exposeBinding("reportWrite", (_, where: string, text: string) => note(where, text))
  await page.addInitScript(reportWrites)

  const look = async () => {
    for (const frame of page.frames()) {
      const contents = await frame.evaluate(contentsOf)
      for (const [where, what] of Object.entries(contents)) note(where, what)
    }
  }
  return {
    look,
    traces: async () => {
      await look()
      await Promise.all(answers)
      return traces
    }
  }
}
