/**
 * A receiver in a process of its own, as light as possible: records each request and its time, answers by path (`/500`,
 * `/hang`, `/reset`, anything else 204), and sends its records on request; the requests that hang end then, too. Sends its
 * port to its parent.
 */
import { createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { performance } from "node:perf_hooks"
import process from "node:process"

let ids: Array<string> = []
let times: Array<number> = []
const hanging = new Set<Socket>()

const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now()
  request.resume()
  request.on("end", () => {
    if (request.url === "/hang") return void hanging.add(request.socket)
    if (request.url === "/reset") {
      request.socket.resetAndDestroy()
      return
    }
    ids.push(String(request.headers["webhook-id"]))
    times.push(at)
    response.writeHead(request.url === "/500" ? 500 : 204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on("message", () => {
  process.send?.({ ids, times })
  ids = []
  times = []
  for (const socket of hanging) socket.destroy()
  hanging.clear()
})
process.on("disconnect", () => process.exit(0))
