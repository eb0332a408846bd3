import { createServer } from "node:net"

/** Above what others are known to use, below what the system gives to connections: free now, and free for a restart. */
const LOWEST = 21_000
const HIGHEST = 31_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** Ports that nobody listens on, and that stay the same when a program is started again. */
export const freePorts = async (count: number): Promise<ReadonlyArray<number>> => {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}
