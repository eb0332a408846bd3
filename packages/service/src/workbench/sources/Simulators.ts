/**
 * The simulators of this machine: which run, and calls to them. A simulator with `--ready-file` below `DATA_DIR/run`
 * belongs to the Workbench: `pnpm start` puts both of its simulators there, and an operator may add others while the
 * service runs.
 *
 * Why files: they have the address, the authority to trust and the fund's profile, and need no setting. They are read at
 * each use, because ports differ from start to start.
 *
 * The trap: a file is only where a simulator was. `ask` fails if it doesn't answer; nothing here waits for it.
 */

import type * as S from "@embedded-super/contracts/schemas"
import { readSimulators, type Simulator } from "@embedded-super/pages/sources/readyFile"
import { pinnedTrust } from "@embedded-super/rules/profile/certificates"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { request } from "undici"
import { Settings } from "../../platform/config/Settings.ts"
import { startCommand } from "../../platform/timeline/things.ts"
import { checkedAgent } from "../../platform/egress/checkedConnector.ts"

/** A call of the Simulator API. */
export interface SimulatorCall {
  readonly method: "GET" | "PUT" | "POST" | "DELETE"
  /** With its query: `/_simulator/log?after=12`. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** The `traceparent` header: the caller's entry is then the cause of the simulator's entries. */
  readonly traceparent?: string | undefined
  /** 5,000 by default. */
  readonly timeoutMillis?: number
}

export interface SimulatorAnswer {
  readonly status: number
  /** The parsed body; undefined without one. */
  readonly json: unknown
}

/** A simulator that doesn't answer. `message` says why and what to do, for people. */
export class SimulatorAway extends Data.TaggedError("SimulatorAway")<{ readonly message: string }> {}

export class Simulators extends Context.Service<
  Simulators,
  {
    /** The simulators that were started here, funds first; one that has ended since may be among them. */
    readonly all: Effect.Effect<ReadonlyArray<Simulator>>
    /** The simulator of the fund with this slug; undefined if none was started. */
    readonly fund: (slug: S.Slug) => Effect.Effect<Simulator | undefined>
    readonly partner: Effect.Effect<Simulator | undefined>
    /** Calls a simulator. Any status is an answer. */
    readonly ask: (simulator: Simulator, call: SimulatorCall) => Effect.Effect<SimulatorAnswer, SimulatorAway>
  }
>()("@embedded-super/service/workbench/sources/Simulators") {
  static readonly layer = Layer.effect(
    Simulators,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { dataDir } = yield* Settings
      const agents = new Map<string | null, ReturnType<typeof checkedAgent>>()
      yield* Effect.addFinalizer(() =>
        Effect.forEach(agents.values(), (agent) => Effect.promise(() => agent.destroy()), { discard: true })
      )

      /** Trusts only the simulator's own authority. One agent for each keeps its connections open. */
      const agentFor = ({ ca }: Simulator) => {
        const known = agents.get(ca)
        if (known !== undefined) return known
        const agent = checkedAgent({
          allowLoopback: true,
          connectTimeout: 3000,
          trust: pinnedTrust(ca ?? undefined)
        })
        agents.set(ca, agent)
        return agent
      }

      const all = Effect.provideService(readSimulators(dataDir), FileSystem.FileSystem, fs)

      const away = (simulator: Simulator, because: string) =>
        new SimulatorAway({
          message: `${simulator.name} at ${simulator.url} doesn't answer: ${because}. Stop start with Ctrl-C, and run it again: ${startCommand({ dataDir })}.`
        })

      const ask = Effect.fnUntraced(function* (simulator: Simulator, call: SimulatorCall) {
        const limit = call.timeoutMillis ?? 5000
        return yield* Effect.tryPromise({
          try: async (signal): Promise<SimulatorAnswer> => {
            const { body, statusCode } = await request(`${simulator.url}${call.path}`, {
              dispatcher: agentFor(simulator),
              signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
              method: call.method,
              headers: {
                ...(call.body === undefined ? {} : { "content-type": "application/json" }),
                ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent })
              },
              ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) })
            })
            const text = await body.text()
            return { status: statusCode, json: text === "" ? undefined : JSON.parse(text) }
          },
          catch: (error) => away(simulator, reasonOf(error, limit))
        })
      })

      return Simulators.of({
        all,
        fund: (slug) =>
          Effect.map(all, (known) => known.find((one) => one.kind === "fund" && one.slug === slug)),
        partner: Effect.map(all, (known) => known.find((one) => one.kind === "partner")),
        ask
      })
    })
  )
}

/** The codes of failures that a person can act on. */
const REASONS: { readonly [Code: string]: string } = {
  ECONNREFUSED: "no program listens at this address",
  ECONNRESET: "it cut the connection",
  UND_ERR_SOCKET: "it cut the connection",
  UND_ERR_CONNECT_TIMEOUT: "it takes no connection"
}

/** The reason why a call got no usable answer. */
const reasonOf = (error: unknown, limit: number): string => {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  if (name === "TimeoutError") return `no answer came within ${limit / 1000} seconds`
  return typeof code === "string"
    ? (REASONS[code] ?? `the call failed with ${code}`)
    : "its answer can't be read"
}
