import { type AddressInfo, createServer } from "node:net"

/** A port of this machine that somebody listens on, until it is freed. */
export const takePort = async (): Promise<{ readonly port: number; readonly free: () => Promise<void> }> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    free: () => new Promise((resolve) => void server.close(() => resolve()))
  }
}
