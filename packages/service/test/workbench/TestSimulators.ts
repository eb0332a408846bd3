import type * as S from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Simulator } from "@embedded-super/pages/sources/readyFile"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import {
  type SimulatorAnswer,
  SimulatorAway,
  type SimulatorCall,
  Simulators
} from "../../src/workbench/sources/Simulators.ts"

/** One simulator of a test: its clock, its faults, and the requests that it got. */
export interface Played {
  readonly simulator: Simulator
  isUp: boolean
  now: string
  faults: ReadonlyArray<unknown>
  readonly asked: Array<SimulatorCall>
  /** Its answer to an upload. */
  outcome: S.EmployerFileOutcome
}

/** The simulators of a test, by the fund's slug or `partner`. */
export class PlayedSimulators extends Context.Service<PlayedSimulators, Map<string, Played>>()(
  "test/PlayedSimulators"
) {}

export const played = (name: string, slug: string | null): Played => ({
  simulator: {
    kind: slug === null ? "partner" : "fund",
    name,
    slug: slug as S.Slug | null,
    url: "http://127.0.0.1:1",
    ca: null,
    caFile: null
  },
  isUp: true,
  now: "2026-01-01T00:00:00.000Z",
  faults: [],
  asked: [],
  outcome: { is_done: true, detail: "employers.csv was accepted." as S.ShortText }
})

const invalid = {
  detail: "1 thing in the request needs attention.",
  errors: [{ in: "body", pointer: "#/faults/0/status", code: "required", detail: "Give the status." }]
}

const answerOf = (one: Played, { body, method, path }: SimulatorCall): SimulatorAnswer => {
  const answer = (data: unknown) => ({ status: 200, json: { data, version: "v1" } })
  if (path === "/_simulator/clock") {
    const { now } = body as { readonly now: string }
    if (now < one.now) return { status: 422, json: invalid }
    one.now = now
    return answer({ now, stands_still: false })
  }
  if (path === "/_simulator/faults") {
    if (method === "GET") return answer({ faults: one.faults })
    const { faults } = body as { readonly faults: ReadonlyArray<{ play: string; status?: number }> }
    if (faults.some(({ play, status }) => play === "answer_status" && status === undefined))
      return { status: 422, json: invalid }
    one.faults = faults
    return answer({ faults })
  }
  return answer(path === "/_simulator/employer-files" ? one.outcome : body)
}

/** Simulators in memory that answer as the real ones do. */
export const TestSimulators = {
  layer: Layer.effect(
    Simulators,
    Effect.map(PlayedSimulators, (all) => {
      const of = (key: string) => Effect.sync(() => all.get(key)?.simulator)
      return Simulators.of({
        all: Effect.sync(() => [...all.values()].map(({ simulator }) => simulator)),
        fund: of,
        partner: of("partner"),
        ask: (simulator, call) =>
          Effect.suspend(() => {
            const one = all.get(simulator.slug ?? "partner")
            if (one?.isUp !== true)
              return Effect.fail(
                new SimulatorAway({ message: `${simulator.name} doesn't answer. Start it again.` })
              )
            one.asked.push(call)
            return Effect.succeed(answerOf(one, call))
          })
      })
    })
  ).pipe(Layer.provideMerge(Layer.sync(PlayedSimulators, () => new Map())))
}

/** A simulator that a test controls. It answers the Workbench's requests over HTTP. */
interface ASimulator {
  readonly url: string
  /** What it knows of an entry, by its position. */
  readonly details: Map<number, S.TimelineEntryDetail>
  /** The targets of the requests it got. */
  readonly asked: Array<string>
  /** Whether it accepts requests and never answers them. */
  isSilent: boolean
}

interface Options {
  readonly dataDir: string
  readonly kind: "fund" | "partner"
  readonly name: string
  /** The fund's slug. */
  readonly slug?: string
  /** The address in its ready file, if it lies. */
  readonly url?: string
}

const answers = ({ details }: ASimulator, { kind, name }: Options, target: string) => {
  const { pathname } = new URL(target, "http://localhost")
  if (pathname === "/_simulator") return { data: { kind, name: `${name} (simulated)` }, version: "v1" }
  const seq = Number(/^\/_simulator\/log\/(\d+)$/.exec(pathname)?.[1])
  const data = details.get(seq)
  return data === undefined ? undefined : { data, version: "v1" }
}

/** Starts one and writes its ready file, until the scope closes. */
export const aSimulator = Effect.fnUntraced(function* (options: Options) {
  const { dataDir, kind, name, slug } = options
  const state = { details: new Map(), asked: [], isSilent: false, url: "" } as ASimulator & {
    url: string
  }
  const silent = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const target = request.url ?? "/"
    state.asked.push(`${request.method} ${target}`)
    if (state.isSilent) return void silent.add(response)
    const answer = answers(state, options, target)
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(answer ?? {}))
  })
  yield* Effect.promise(() => new Promise<void>((done) => void server.listen(0, "127.0.0.1", done)))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const run = join(dataDir, "run")
  const [ready, profile] = [join(run, `${slug ?? kind}.json`), join(dataDir, `${slug ?? kind}-profile.json`)]
  mkdirSync(run, { recursive: true })
  if (slug !== undefined) writeFileSync(profile, JSON.stringify({ fund: { slug, name } }))
  const files = slug === undefined ? {} : { fund_profile: profile }
  writeFileSync(
    ready,
    JSON.stringify({ event: "ready", kind, url: options.url ?? state.url, ca_file: null, files })
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      rmSync(ready)
      server.close()
      server.closeAllConnections()
    })
  )
  return state as ASimulator
})
