import { freePorts, isFree } from "@embedded-super/program/freePorts"

/** The ports in the guides: the service, both simulators, the reader's own servers, a kit, and an operator's service. */
const named = [4000, 4010, 4020, 5000, 5001, 5002, 5003, 5004, 4090, 8080] as const

/**
 * Returns a function that leaves text unchanged if the guides' ports are free, and otherwise replaces them by free
 * ones.
 */
export const onFreePorts = async (): Promise<(text: string) => string> => {
  const free = await Promise.all(named.map(isFree))
  if (!free.includes(false)) return (text) => text
  const others = await freePorts(named.length)
  const moved = new Map(named.map((port, nth) => [String(port), others[nth]]))
  const [service, fund, partner] = [4000, 4010, 4020].map((port) => moved.get(String(port)))
  const written = new RegExp(`(localhost:|\\.listen\\(|PORT=)(${named.join("|")})\\b`, "g")
  return (text) =>
    text
      .replaceAll(written, (_, before: string, port: string) => `${before}${moved.get(port)}`)
      .replace(/(pnpm@\S+ start)$/m, `$1 --port ${service} --fund-port ${fund} --partner-port ${partner}`)
}
