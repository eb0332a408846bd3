import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A port of this machine on which a foreign server answers every request with 200, until it is freed. */
export const takePort = async (): Promise<{ readonly port: number; readonly free: () => Promise<void> }> => {
  const server = createServer((_, response) => void response.end("{}"))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    free: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
