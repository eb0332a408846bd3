import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What Node's `--cpu-prof` writes: samples of the stack, and the microseconds between them. */
interface CpuProfile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string }
  }>
  readonly startTime: number
  readonly samples: ReadonlyArray<number>
  readonly timeDeltas: ReadonlyArray<number>
}

/** Milliseconds of CPU in a place of the code. */
export interface Spent {
  readonly place: string
  readonly ms: number
}

/** The file of a frame, as a reader knows it: a package's, Node's, or this project's; null while nothing ran. */
const placeOf = (functionName: string, url: string, checkout: string): string | null => {
  if (functionName === "(idle)") return null
  if (functionName === "(garbage collector)") return "garbage collection"
  if (url === "" || url.startsWith("wasm:")) return "V8 and native code"
  const file = url.replace(/^file:\/\//, "").replace(`${checkout}/`, "")
  const [, inPackage] = /.*node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/.exec(file) ?? []
  return (inPackage ?? file).replace("/dist/", " ").replace(/^(packages\/[^/]+)\/src\//, "$1 ")
}

/**
 * The time in each file, most first, from a moment of the monotonic clock (microseconds) on: a start isn't counted. Time
 * in native code counts for the file that called it only if V8 says so.
 */
export const spentSince = (folder: string, since: number, checkout: string): ReadonlyArray<Spent> => {
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"))
  const { nodes, samples, startTime, timeDeltas } = JSON.parse(
    readFileSync(join(folder, file), "utf8")
  ) as CpuProfile
  const places = new Map(
    nodes.map(({ callFrame, id }) => [id, placeOf(callFrame.functionName, callFrame.url, checkout)])
  )
  const spent = new Map<string, number>()
  let at = startTime
  samples.forEach((id, nth) => {
    // A sample stands for the time until the next one.
    at += timeDeltas[nth] ?? 0
    const place = places.get(id) ?? null
    if (place === null || at < since) return
    spent.set(place, (spent.get(place) ?? 0) + (timeDeltas[nth + 1] ?? 0) / 1000)
  })
  return [...spent].map(([place, ms]) => ({ place, ms })).toSorted((a, b) => b.ms - a.ms)
}
