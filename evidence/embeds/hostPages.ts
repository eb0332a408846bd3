import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"

/** Web sites of this machine, under any name that ends with .localhost. */
export interface HostPages {
  readonly port: number
  /** The address of a page that frames these addresses. `sandboxed`: a page without an origin of its own. */
  readonly framing: (origin: string, urls: ReadonlyArray<string>, kind?: "sandboxed") => string
  readonly stop: () => void
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  )

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")

/** A page keeps every message that it gets, from any window. */
const pageWith = (urls: ReadonlyArray<string>): string =>
  `<!doctype html><title>Host</title><script>heard = []; onmessage = ({ data }) => heard.push(data)</script>` +
  urls.map((url) => `<iframe src="${escaped(url)}"></iframe>`).join("")

/** Starts a server of pages, which host embeds or try to. */
export const startHostPages = async (): Promise<HostPages> => {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://host")
    const headers = searchParams.has("sandboxed")
      ? { "content-security-policy": "sandbox allow-scripts allow-forms" }
      : {}
    response
      .writeHead(200, { "content-type": "text/html", ...headers })
      .end(pageWith(searchParams.getAll("frame")))
  })
  return {
    port: await listening(server),
    framing: (origin, urls, kind) => {
      const query = new URLSearchParams(urls.map((url) => ["frame", url]))
      if (kind !== undefined) query.set(kind, "")
      return `${origin}/?${query}`
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** The messages that a host's page got. */
export const heardBy = (page: Page): Promise<ReadonlyArray<{ readonly kind?: string }>> =>
  page.evaluate(() => (globalThis as unknown as { readonly heard: ReadonlyArray<object> }).heard)
