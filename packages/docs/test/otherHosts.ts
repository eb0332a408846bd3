import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** What Chromium calls for itself, whatever page it shows. */
const ITS_OWN =
  /\b(?:update\.googleapis|accounts\.google|clients\d?\.google|optimizationguide-pa\.googleapis|safebrowsing\.googleapis|content-autofill\.googleapis)\.com\b/

/**
 * A proxy that refuses everything and notes what it was asked for. A browser that uses it for other hosts than this machine shows
 * here whatever it sends, also the beacons that no event of a page tells.
 */
export const noteOtherHosts = async () => {
  const asked: Array<string> = []
  const note = (url = "") => {
    if (!ITS_OWN.test(url)) asked.push(url)
  }
  const proxy = createServer((request, response) => {
    note(request.url)
    response.writeHead(502).end()
  })
  proxy.on("connect", (request, socket) => {
    note(request.url)
    socket.destroy()
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return {
    asked,
    argument: `--proxy-server=http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => proxy.close()
  }
}
