import { createServer } from "node:net"

/** The ports in the guides: the service, both simulators, the reader's own servers, and an operator's service. */
const named = {
  service: 4000,
  fund: 4010,
  partner: 4020,
  receiver: 5000,
  endpoint: 5001,
  server: 8080
} as const

const listen = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(undefined))
    server.listen(port, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined))
    })
  })

/**
 * Returns a function that leaves text unchanged if the guides' ports are free, and otherwise replaces them by free
 * ones.
 */
export const onFreePorts = async (): Promise<(text: string) => string> => {
  const free = await Promise.all(Object.values(named).map(listen))
  if (free.every((port) => port !== undefined)) return (text) => text
  const [service = 0, fund = 0, partner = 0, receiver = 0, endpoint = 0, server = 0] = await Promise.all(
    Object.values(named).map(async (port) => (await listen(0)) ?? port)
  )
  return (text) =>
    text
      .replaceAll(`localhost:${named.service}`, `localhost:${service}`)
      .replaceAll(`localhost:${named.fund}`, `localhost:${fund}`)
      .replaceAll(`localhost:${named.partner}`, `localhost:${partner}`)
      .replaceAll(`localhost:${named.receiver}`, `localhost:${receiver}`)
      .replaceAll(`localhost:${named.endpoint}`, `localhost:${endpoint}`)
      .replace(`.listen(${named.receiver}`, `.listen(${receiver}`)
      .replaceAll(`localhost:${named.server}`, `localhost:${server}`)
      .replace(`PORT=${named.server}`, `PORT=${server}`)
      .replace(`.listen(${named.endpoint}`, `.listen(${endpoint}`)
      .replace(/(pnpm@\S+ start)$/m, `$1 --port ${service} --fund-port ${fund} --partner-port ${partner}`)
}
