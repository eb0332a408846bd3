import * as Effect from "effect/Effect"
import process from "node:process"
import { monitorEventLoopDelay, performance } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { VERSION } from "../config/program.ts"
import type { Measure } from "./definitions.ts"

/** The quantiles of the event loop's delay; 1 is the longest. */
const QUANTILES = [0.5, 0.99, 1]

/** Milliseconds between two timers that measure the delay. A timer that comes late by less isn't counted. */
const RESOLUTION = 20

/** Reads the figures of this process, while the scope is open. `command` is the one that it runs. */
export const processMeasures = Effect.fnUntraced(function* (command: string) {
  const delays = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )

  /** How late a timer was. Node reports the whole time between two of them; without any, NaN. */
  const lateness = (nanos: number) => Math.max(0, nanos / 1e9 - RESOLUTION / 1000) || 0

  return (): ReadonlyArray<Measure> => {
    const { system, user } = process.cpuUsage()
    const { heap_size_limit, used_heap_size } = getHeapStatistics()
    const late = QUANTILES.map((quantile): Measure => ({
      name: "embedded_super_event_loop_delay_seconds",
      labels: { quantile: String(quantile) },
      value: lateness(quantile === 1 ? delays.max : delays.percentile(quantile * 100))
    }))
    delays.reset()
    return [
      {
        name: "embedded_super_build_info",
        labels: { version: VERSION, node: process.versions.node, command },
        value: 1
      },
      ...late,
      { name: "embedded_super_heap_bytes", labels: { kind: "used" }, value: used_heap_size },
      { name: "embedded_super_heap_bytes", labels: { kind: "limit" }, value: heap_size_limit },
      { name: "process_resident_memory_bytes", labels: {}, value: process.memoryUsage.rss() },
      { name: "process_cpu_seconds_total", labels: {}, value: (system + user) / 1e6 },
      { name: "process_start_time_seconds", labels: {}, value: performance.timeOrigin / 1000 }
    ]
  }
})
