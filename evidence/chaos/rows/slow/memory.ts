import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"

/** The memory that a process holds, in megabytes. */
export const residentMegabytes = (pid: number): number => {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kilobytes) / 1000
}

/** Samples it for this many seconds, and returns the maximum. */
export const mostResident = (pid: number, seconds: number) =>
  Effect.gen(function* () {
    let most = 0
    for (let look = 0; look < seconds * 10; look += 1) {
      most = Math.max(most, residentMegabytes(pid))
      yield* Effect.sleep("100 millis")
    }
    return most
  })
