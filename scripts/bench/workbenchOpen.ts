import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isWithoutBrowser, launch } from "../../packages/embed/test/browser.ts"
import { TIMELINE_FILE } from "../../packages/service/src/platform/timeline/openTimeline.ts"
import { atLeast, atMost, judged, noted, percentile, sum } from "../chaos/Figure.ts"
import type { RowContext } from "../chaos/Row.ts"
import type { Child } from "../chaos/world/Child.ts"
import { emitFresh } from "../chaos/world/emit.ts"
import { placeOf, startService } from "../chaos/world/programsOf.ts"
import { makeScene, resumeWhenPaused } from "../chaos/world/scene.ts"
import { makeWorld, until } from "../chaos/world/World.ts"
import { freePort } from "@embedded-super/program/freePorts"
import type { Bench } from "./Bench.ts"

/** Backlogs that count, and how many come before them: a service is slow at first. */
const DRAINS = 3
const WARM_UPS = 1

/** The resident memory of a process, in MiB. */
const memoryOf = ({ pid }: Child): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024

/** Chromium with the Workbench, which follows the time line. */
const openPage = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const browser = await launch()
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
      await page.goto(url)
      return browser
    }),
    (browser) => Effect.promise(() => browser.close())
  )

/**
 * The service's deliveries while a browser shows the Workbench, and without a time line: a folder is where its file
 * would be, so the service goes on without one. Both in turn, each with a service and a warm-up of its own.
 */
export const workbenchOpen: Bench = {
  title: "Deliveries while the Workbench is open",
  run: Effect.fnUntraced(function* ({ quick, rounds, say }) {
    const fs = yield* FileSystem.FileSystem
    const world = yield* makeWorld()
    const context: RowContext = { world, seed: 1, size: "short", atOnce: 1, say }
    const receiver = yield* world.receiver("workbench", 1)
    const { cell, endpoint, finish } = yield* makeScene(context, receiver, "workbench")
    const file = join(placeOf(cell, world).DATA_DIR, TIMELINE_FILE)
    const backlog = quick ? 500 : 20_000
    const pause = cell.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE webhook_endpoints SET paused_at = platform_now(), paused_because = 'gone'`
      )
    )
    const accepted = Effect.map(receiver.counts, (counts) => counts[endpoint.path]?.accepted ?? 0)
    /** Records a backlog while the endpoint is paused, resumes it, and measures from the first arrival to the last. */
    const drain = Effect.gen(function* () {
      yield* pause
      const before = yield* accepted
      const acknowledged = yield* cell.run(emitFresh(endpoint, backlog, "onboarding_session_changed"))
      yield* Effect.orDie(cell.run(resumeWhenPaused))
      yield* until(
        `${backlog} events arrive`,
        Effect.map(accepted, (now) => now >= before + backlog)
      )
      const ids = new Set(acknowledged.map(({ webhookId }) => webhookId))
      const times = (yield* receiver.lines).flatMap((line) =>
        line.is === "began" && ids.has(line.id) ? [line.at] : []
      )
      return { acknowledged, perSecond: times.length / ((Math.max(...times) - Math.min(...times)) / 1000) }
    })

    const measure = (isOpen: boolean) =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* fs.remove(file, { recursive: true, force: true })
          if (!isOpen) yield* fs.makeDirectory(file, { recursive: true })
          const port = yield* Effect.promise(freePort)
          const service = yield* startService(cell, world, port, true)
          yield* service.ready
          if (isOpen && !isWithoutBrowser) yield* openPage(`http://127.0.0.1:${port}/`)
          const warmUp = yield* Effect.replicateEffect(drain, quick ? 1 : WARM_UPS)
          const drains = yield* Effect.replicateEffect(drain, quick ? 1 : DRAINS)
          const median = percentile(
            drains.map(({ perSecond }) => perSecond),
            0.5
          )
          const memory = memoryOf(service)
          yield* say(`${isOpen ? "open" : "without"}: ${Math.round(median)}/s, ${Math.round(memory)} MiB`)
          yield* service.signal("SIGTERM")
          yield* service.ended
          const acknowledged = [...warmUp, ...drains].flatMap((one) => one.acknowledged)
          return { acknowledged, memory, perSecond: median, printed: service.printed }
        })
      )
    const pairs = yield* Effect.replicateEffect(Effect.all([measure(false), measure(true)]), rounds)
    const without = pairs.map(([one]) => one)
    const open = pairs.map(([, one]) => one)
    const all = [...without, ...open]
    const { judgement } = yield* finish(
      all.map(({ printed }) => printed),
      { more: all.flatMap(({ acknowledged }) => acknowledged) }
    )
    const rates = without.map(({ perSecond }) => perSecond)
    const openRate = percentile(
      open.map(({ perSecond }) => perSecond),
      0.5
    )
    const mean = (of: typeof all) => sum(of.map(({ memory }) => memory)) / of.length
    return [
      noted("delivered a second without a time line, slowest round", Math.min(...rates)),
      noted("the same, median", percentile(rates, 0.5)),
      noted("the same, fastest round", Math.max(...rates)),
      noted("with the page open, median", openRate),
      atLeast("the last as a ratio to the slowest round without", openRate / Math.min(...rates), 1),
      atMost("memory of the service beyond that without, mean", mean(open) - mean(without), 20, "MiB"),
      ...judged([judgement])
    ]
  })
}
