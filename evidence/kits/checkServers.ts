/**
 * Runs a kit against many servers in one process. A kit that calls a server of the same process uses a whole core, so these run
 * one after another; beside them run the ones whose runs are mostly waiting.
 *
 * The trap: a check of many calls at once measures the machine if others run beside it. The checks in `alone` are therefore run
 * when nothing else is.
 */
import type { CheckReport } from "@embedded-super/contracts/schemas"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Server } from "./Server.ts"

/** The result of the kit's run against one server. */
export interface Ran<S extends Server = Server> {
  readonly server: S
  readonly checks: CheckReport["checks"]
  /** Milliseconds of the kit's run, without the server's start. */
  readonly took: number
}

/** The parts of a kit that can be run: names of groups or ids of checks. */
export interface Kit {
  /** All of them, in their order. */
  readonly names: ReadonlyArray<string>
  /** Those that run when nothing else does. */
  readonly alone: ReadonlyArray<string>
}

interface RunOptions {
  readonly kit: Kit
  readonly seed: number
  /** By plain http where the server can be called so. */
  readonly plainly?: boolean
}

/** How many servers that make the kit wait are checked at the same time. */
const AT_ONCE = 4

const run = <S extends Server>(
  server: S,
  { plainly = false, seed }: RunOptions,
  names: ReadonlyArray<string>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const check = yield* (plainly ? server.startPlainly : undefined) ?? server.start
      const began = yield* Clock.currentTimeMillis
      const { checks } = yield* check({ seed, names })
      return { server, checks, took: (yield* Clock.currentTimeMillis) - began }
    })
  )

/** Runs the whole kit against each, and returns what it found in the order of the servers. */
export const checkServers = <S extends Server>(
  servers: ReadonlyArray<S>,
  options: RunOptions
): Effect.Effect<ReadonlyArray<Ran<S>>, unknown> =>
  Effect.gen(function* () {
    const { kit } = options
    const beside = kit.names.filter((name) => !kit.alone.includes(name))
    const first = new Map<S, Ran<S>>()
    const runFirst = (server: S) =>
      Effect.map(run(server, options, beside), (ran) => void first.set(server, ran))
    yield* Effect.all(
      [
        Effect.forEach(
          servers.filter(({ waits }) => waits === true),
          runFirst,
          { concurrency: AT_ONCE }
        ),
        Effect.forEach(
          servers.filter(({ waits }) => waits !== true),
          runFirst
        )
      ],
      { concurrency: 2 }
    )
    return yield* Effect.forEach(servers, (server) =>
      Effect.gen(function* () {
        const ran = first.get(server)!
        if (kit.alone.length === 0) return ran
        const rest = yield* run(server, options, kit.alone)
        return { server, checks: [...ran.checks, ...rest.checks], took: ran.took + rest.took }
      })
    )
  })
