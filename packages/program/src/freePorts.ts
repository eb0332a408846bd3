import { createServer } from "node:net"

/**
 * Above the ports of well-known programs and the last one that fetch refuses, below the system's range for outgoing
 * connections and for `listen(0)`: free now, and free for a restart, whatever else begins to listen meanwhile.
 */
const LOWEST = 21_000
const HIGHEST = 31_000

/** Whether no program listens on this port. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A port without a listener, which stays free when a program is restarted. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

/** As many different ones. */
export const freePorts = async (count: number): Promise<ReadonlyArray<number>> => {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
