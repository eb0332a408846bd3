import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { hostKey, ListLookup } from "@embedded-super/service/funds"
import { fingerprintOf } from "@embedded-super/rules/sftp/SftpSettings"
import { sftpClient } from "@embedded-super/service/testing/sftp"
import { freePorts } from "@embedded-super/program/freePorts"
import { atLeast, atMost, exactly, percentile, noted, type Row, type Size } from "../Row.ts"
import { listFund } from "../ingest/listFund.ts"
import { abnOf, plainText } from "../ingest/cases.ts"
import { wholeService } from "../registration/scene.ts"
import { startService, startSftp } from "../world/programsOf.ts"
import { makeRealDomain } from "../world/realDomain.ts"
import { startChild } from "../world/Child.ts"

const sizes: Readonly<Record<Size, { each: number; seconds: number }>> = {
  short: { each: 110, seconds: 5 },
  usual: { each: 200, seconds: 60 },
  long: { each: 200, seconds: 600 }
}

/** Milliseconds that each took; NaN for those that failed. */
type Times = Array<number>

/** Runs it repeatedly at this rate, and records the duration of each run. */
const measured = <E, R>(times: Times, every: string, once: Effect.Effect<unknown, E, R>) =>
  Effect.forever(
    Effect.gen(function* () {
      const began = performance.now()
      const isDone = yield* Effect.match(Effect.timeout(once, "30 seconds"), {
        onFailure: () => false,
        onSuccess: () => true
      })
      times.push(isDone ? performance.now() - began : Number.NaN)
      yield* Effect.sleep(every as "1 second")
    })
  )

const failed = (times: Times) => times.filter((time) => Number.isNaN(time)).length
const slowest = (times: Times) => Math.max(0, ...times.filter((time) => !Number.isNaN(time)))

const openFiles = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Row 20: crowds without a key hold the SFTP port; the API answers, the fund logs in, and nothing ends. */
export const sftpSiege: Row = {
  number: 20,
  title: "SFTP port under siege",
  run: Effect.fnUntraced(function* ({ say, seed, size, world }) {
    const { each, seconds } = sizes[size]
    const receiver = yield* world.receiver("siege", seed)
    const cell = yield* world.cell(world.server, receiver, "siege")
    const run = yield* wholeService(cell)
    const domain = yield* makeRealDomain(cell, world, "/siege/real")
    const [port = 0, sftpPort = 0] = yield* Effect.promise(() => freePorts(2))
    const service = yield* startService(cell, world, port, true)
    const inbox = yield* startSftp(cell, world, sftpPort, join(world.folder, "siege-sftp"))
    yield* service.ready
    yield* inbox.ready

    return yield* Effect.gen(function* () {
      const { key } = yield* hostKey
      const pinned = `ssh-ed25519 ${key.getPublicSSH().toString("base64")}`
      const server = { port: sftpPort, hostKey: pinned }
      const fund = yield* listFund({ connect: (user, own) => sftpClient(server, user, own) }, 19, "renamed")
      const strangers = yield* startChild("strangers.ts", {
        args: [String(sftpPort), String(each), fund.slug, fund.publicKey],
        env: {}
      })
      // A program that has ended takes no more connections: the figures say so.
      yield* Effect.timeoutOption(strangers.ready, "60 seconds")
      yield* say(`${each} strangers of each kind are there; host key ${fingerprintOf(key)}`)

      const [health, employers, logIns]: [Times, Times, Times] = [[], [], []]
      const url = `http://127.0.0.1:${port}`
      const get = (path: string) =>
        Effect.tryPromise(async () => {
          const answer = await fetch(`${url}${path}`, { headers: { "x-api-key": domain.productKey } })
          await answer.text()
          if (!answer.ok) throw new Error(String(answer.status))
        })
      const logIn = Effect.scoped(Effect.flatMap(fund.connect, (client) => client.list("/inbox")))
      const printIfSlow = Effect.suspend(() => {
        const last = logIns.at(-1) ?? 0
        return last > 2000 ? say(`a log-in took ${Math.round(last)} ms`) : Effect.void
      })
      let handles = 0
      const watch = Effect.gen(function* () {
        // A busy machine needs longer than the short form lasts for the first log-in.
        for (let second = 0; second < seconds || (logIns.length === 0 && second < 60); second += 1) {
          yield* Effect.sleep("1 second")
          handles = Math.max(handles, openFiles(inbox.pid))
          if (second % 60 === 59)
            yield* say(`${second + 1} s: ${logIns.length} log-ins, ${handles} handles at most`)
        }
      })
      yield* Effect.raceFirst(
        watch,
        Effect.all(
          [
            measured(health, "250 millis", get("/health/ready")),
            measured(employers, "250 millis", get("/api/v1/employers")),
            measured(logIns, "2 seconds", Effect.andThen(printIfSlow, logIn))
          ],
          { concurrency: "unbounded" }
        )
      )
      const list = new Map(Array.from({ length: 20 }, (_, nth) => [abnOf(nth), `E-${nth}`] as const))
      const file = { what: "", way: "whole", file: plainText(list), comes: "accepted" } as const
      const outcome = yield* fund.supply("siege.csv", file, "").pipe(
        Effect.andThen(fund.resultOf("siege.csv")),
        Effect.timeout("60 seconds"),
        Effect.catchCause((cause) => Effect.succeed(Cause.pretty(cause)))
      )
      yield* strangers.signal("SIGTERM")
      yield* strangers.ended
      const opened = JSON.parse(/opened (\{.*\})/.exec(strangers.printed())?.[1] ?? "{}") as Record<
        string,
        number
      >

      // The short form runs beside other tests on a busy machine, where a limit in seconds would measure those.
      const within = (what: string, time: number) =>
        size === "short" ? noted(what, time, "ms") : atMost(what, time, 5000, "ms")
      return {
        runs: `${each} connections of each of ${Object.keys(opened).length} kinds for ${seconds} s, taken anew when they are lost`,
        figures: [
          ...Object.entries(opened).map(([kind, count]) =>
            atLeast(`connections opened: ${kind}`, count, each)
          ),
          exactly("strangers that got in", strangers.printed().split("A stranger is in.").length - 1, 0),
          exactly("programs that ended", [service, inbox].filter((one) => one.hasEnded()).length, 0),
          noted("requests to the API", health.length + employers.length),
          exactly("requests to the API that failed", failed(health) + failed(employers), 0),
          noted("median answer of the API", percentile(employers, 0.5), "ms"),
          within("slowest answer of the API", slowest([...health, ...employers])),
          atLeast("log-ins of the fund", logIns.length, 1),
          exactly("log-ins of the fund that failed", failed(logIns), 0),
          noted("median log-in of the fund", percentile(logIns, 0.5), "ms"),
          within("slowest log-in of the fund", slowest(logIns)),
          atMost("file handles of the SFTP server, most", handles, 700),
          exactly(
            "lists that the fund supplied under siege and that were accepted",
            outcome === "accepted" ? 1 : 0,
            1
          )
        ],
        notes: service.hasEnded() ? [service.printed().slice(-2000)] : []
      }
    }).pipe(Effect.scoped, Effect.provide(ListLookup.layer), run)
  })
}
