import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { serve } from "@embedded-super/http-manners"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import { NotFound } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { request } from "node:http"
import { TEST_LIMIT } from "@embedded-super/program/testing/testLimit"
import { Settings } from "../../src/platform/config/Settings.ts"
import { serverManners } from "../../src/platform/http-server/manners.ts"
import { NodeServer } from "../../src/platform/http-server/NodeServer.ts"
import { FundSlugs } from "../../src/platform/timeline/NamesRepo.ts"
import { TimelineLive } from "../../src/platform/timeline/TimelineLive.ts"
import { BusinessClock } from "../../src/platform/time/BusinessClock.ts"
import { Again } from "../../src/workbench/again/Again.ts"
import { Checks } from "../../src/workbench/checks/Checks.ts"
import { Levers } from "../../src/workbench/levers/Levers.ts"
import { withWorkbench, workbenchApi, WorkbenchRoutes } from "../../src/workbench/Workbench.http.ts"
import { LightMillis, Programs } from "../../src/workbench/sources/Programs.ts"
import { Simulators } from "../../src/workbench/sources/Simulators.ts"
import { Stories } from "../../src/workbench/story/Stories.ts"
import { WorkbenchState } from "../../src/workbench/state/WorkbenchState.ts"
import { TestSettings } from "../TestSettings.ts"

/** Settings of a service with `--dev` and a data folder of its own. */
const workbenchSettings = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const usual = yield* Settings
    const dataDir = yield* fs.makeTempDirectoryScoped()
    return { ...usual, dev: true, dataDir, baseUrl: "http://localhost:4000" }
  })
).pipe(Layer.provide([TestSettings.layer, NodeFileSystem.layer]))

/** How far the sandbox's clock is ahead in these tests. */
export const AHEAD = Duration.days(5)

const aheadClock = Layer.mock(BusinessClock, {
  canMove: true,
  offset: Effect.succeed(AHEAD),
  lastOffset: () => Duration.toMillis(AHEAD)
})

/** No fund has an id here. */
const noFunds = Layer.succeed(FundSlugs, { of: () => Effect.undefined })

/** The levers that were pulled. */
export class Pulled extends Context.Service<
  Pulled,
  Array<readonly [name: string, ...given: Array<unknown>]>
>()("test/Pulled") {}

const noFund = new NotFound({ code: "not_found", detail: "There is no such fund here." })

/** Levers that remember how they were pulled; the only fund is `banksia`. */
const levers = Layer.effect(
  Levers,
  Effect.map(Pulled, (pulled) => {
    const pull = <A>(answer: A, ...given: readonly [string, ...Array<unknown>]) =>
      Effect.sync(() => {
        pulled.push(given)
        return answer
      })
    const ofFund = <A, E>(slug: string, work: Effect.Effect<A, E>) =>
      slug === "banksia" ? work : Effect.fail(noFund)
    return Levers.of({
      employers: Effect.succeed([]),
      fundFaults: (slug) => ofFund(slug, Effect.succeed({ faults: [] })),
      setFundFaults: (slug, plan) => ofFund(slug, pull(plan, "setFundFaults", slug, plan)),
      setPartnerFaults: (behaviour) => pull(behaviour, "setPartnerFaults", behaviour),
      setAto: (id, knows) => pull(undefined, "setAto", id, knows),
      moveClock: (advance) => pull(undefined, "moveClock", advance),
      setFundCredentials: (slug, are) => ofFund(slug, pull(undefined, "setFundCredentials", slug, are)),
      sendEmployerList: (slug, list) =>
        ofFund(
          slug,
          pull(
            { is_done: list === "good", detail: shortText("The list was sent.") },
            "sendEmployerList",
            slug,
            list
          )
        ),
      makeScene: (scene) =>
        pull(
          {
            file_name: shortText(`${scene.name}.arazzo.yaml`),
            document: "arazzo: 1.0.1\n" as S.LongTextOrNull
          },
          "makeScene",
          scene
        )
    })
  })
).pipe(Layer.provideMerge(Layer.sync(Pulled, () => [])))

const seen = { status: 200, duration_ms: 1, message: null } as S.AnswerSeen

const again = Layer.effect(
  Again,
  Effect.map(Pulled, (pulled) => ({
    offerFor: () => Effect.succeed({ can_send: true, can_edit: true, because: null }),
    send: (seq: number, body: string | undefined) =>
      Effect.sync(() => {
        pulled.push(["sendAgain", seq, body])
        return { entry_seq: null, before: seen, now: seen, differences: [] }
      })
  }))
)

const state = Layer.succeed(WorkbenchState, {
  boards: Effect.succeed([]),
  waiting: Effect.succeed([]),
  of: () => Effect.succeed(undefined),
  thingOf: () => Effect.undefined,
  fundAt: () => Effect.undefined,
  receiverOf: () => Effect.undefined,
  named: (text) => Effect.succeed(text === "hire-2001" ? ["e1"] : [])
})

const running: S.WorkbenchCheck = {
  state: "running",
  started_at: "2026-11-23T02:00:00.000Z" as S.Timestamp,
  group: shortText("TLS"),
  checks: 143,
  checks_ended: 2,
  groups: [],
  verdict: null,
  counts: null,
  findings: [],
  problem: null
}

/** Checks that remember their starts; the only fund is `banksia`, whose check always runs. */
const checks = Layer.effect(
  Checks,
  Effect.map(Pulled, (pulled) => {
    const ofFund = (slug: string) => (slug === "banksia" ? Effect.succeed(running) : Effect.fail(noFund))
    return Checks.of({
      list: Effect.succeed({
        funds: [{ slug: "banksia" as S.Slug, name: shortText("Banksia Super"), last: null, check: running }],
        products: [
          {
            product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83" as S.ProductId,
            name: shortText("Wattle <Payroll>"),
            receiver_url: shortText("http://localhost:4020/webhooks"),
            commands: [shortText("npx ./partner-check.tgz run")],
            file_name: shortText("partner-check.yaml"),
            settings: "settings_version: v1\n" as S.LongTextOrNull
          }
        ]
      }),
      fund: ofFund,
      start: (slug) =>
        Effect.tap(ofFund(slug), () => Effect.sync(() => pulled.push(["startFundCheck", slug]))),
      report: (slug) =>
        Effect.succeed(slug === "banksia" ? "<!doctype html><title>Report</title>" : undefined)
    })
  })
)

const served = Layer.unwrap(
  Effect.sync(() =>
    serve(WorkbenchRoutes, [workbenchApi], {
      ...withWorkbench(serverManners("http://localhost:4000/docs")),
      accessLog: false
    })
  )
)

/** The Workbench with its real time line, sources and stories, on a local port. */
export const TestWorkbench = {
  layer: served.pipe(
    Layer.provideMerge(NodeServer.layer),
    Layer.provideMerge(Stories.layer),
    Layer.provideMerge([again, Programs.layer, state]),
    // No simulator is down because the machine is busy.
    Layer.provide(Layer.succeed(LightMillis, TEST_LIMIT)),
    Layer.provideMerge([checks.pipe(Layer.provideMerge(levers)), Simulators.layer, TimelineLive]),
    Layer.provide(noFunds),
    Layer.provideMerge(aheadClock),
    Layer.provideMerge(workbenchSettings),
    Layer.provideMerge(NodeFileSystem.layer)
  )
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- what a caller reads before any schema
  readonly json: any
}

/** The port of the test's Workbench. */
export const port = Effect.map(HttpServer.HttpServer, ({ address }) => ("port" in address ? address.port : 0))

/** Sends a request with exactly these headers: `fetch` would replace Host and Origin. */
export const ask = Effect.fnUntraced(function* (
  method: string,
  path: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown } = {}
) {
  const at = yield* port
  const { body, headers = {} } = options
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body)
  const type = text === undefined || typeof body === "string" ? {} : { "content-type": "application/json" }
  return yield* Effect.callback<Answer, Error>((resume) => {
    const target = { agent: false, host: "127.0.0.1", port: at, method, path } as const
    const outgoing = request({ ...target, headers: { ...type, ...headers } }, (incoming) => {
      const chunks: Array<Buffer> = []
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
      incoming.on("end", () => {
        const received = Buffer.concat(chunks).toString()
        const isJson = incoming.headers["content-type"]?.includes("json") === true
        resume(
          Effect.succeed({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: received,
            json: isJson ? JSON.parse(received) : undefined
          })
        )
      })
    })
    outgoing.on("error", (error) => resume(Effect.fail(error)))
    outgoing.end(text)
    return Effect.sync(() => outgoing.destroy())
  })
})
