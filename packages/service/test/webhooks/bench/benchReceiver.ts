/** A receiver that answers 204 to everything, in a process of its own. Tells its port to its parent. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import process from "node:process"

let received = 0
const server = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    received += 1
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on("message", () => process.send?.({ received }))
process.on("disconnect", () => process.exit(0))
