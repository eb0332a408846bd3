import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** Chromium's own requests, which are independent of the page. */
const ITS_OWN =
  /\b(?:update\.googleapis|accounts\.google|clients\d?\.google|optimizationguide-pa\.googleapis|safebrowsing\.googleapis|content-autofill\.googleapis)\.com\b/

/**
 * A proxy that refuses and records every request. A browser that uses it for all hosts but this machine reveals every
 * request here, including beacons that no page event reports.
 */
export const noteOtherHosts = async () => {
  const requested: Array<string> = []
  const note = (url = "") => {
    if (!ITS_OWN.test(url)) requested.push(url)
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
    requested,
    argument: `--proxy-server=http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => proxy.close()
  }
}
