import { openLine } from "./exchange.ts"

const CONNECTIONS = 16

/** The result of a load. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Statuses other than success, with their counts. */
  readonly refused: Readonly<Record<string, number>>
}

/** Sends calls over connections that stay open, each after the previous answer. */
export const closedLoop = async (port: number, requests: ReadonlyArray<Buffer>): Promise<Load> => {
  const times = new Float64Array(requests.length)
  const refused: Record<string, number> = {}
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(port)))

  let next = 0
  const began = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let nth = next++; nth < requests.length; nth = next++) {
        const sent = performance.now()
        const status = await line.call(requests[nth]!)
        times[nth] = performance.now() - sent
        if (status !== 200 && status !== 201) refused[status] = (refused[status] ?? 0) + 1
      }
    })
  )
  const took = (performance.now() - began) / 1000
  for (const line of lines) line.close()
  times.sort()
  return {
    perSecond: requests.length / took,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    refused
  }
}
