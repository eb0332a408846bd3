import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { get } from "node:http"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

const EVERY_MILLIS = 100
const PATIENCE_MILLIS = 2000

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = get(
      { host: "127.0.0.1", port, path: "/health/ready", agent: false, timeout: PATIENCE_MILLIS },
      (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode === 200))
      }
    )
    asking.on("timeout", () => asking.destroy()).on("error", () => resolve(false))
  })

/** A socket to a port; undefined if nothing listens there. */
const dial = (port: number): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    socket.once("connect", () => resolve(socket)).once("error", () => resolve(undefined))
  })

export interface ReadinessProxy {
  readonly port: number
  /** Whether new connections go to this port. */
  readonly hasReady: (port: number) => boolean
}

/**
 * A minimal TCP load balancer: new connections go round-robin to the ports whose last readiness check was 200, or to all
 * while none is ready: their 503 says when to come again. Open connections stay. Ends with the scope.
 */
export const startReadinessProxy = (
  ports: ReadonlyArray<number>
): Effect.Effect<ReadinessProxy, never, Scope> =>
  Effect.acquireRelease(
    Effect.callback<ReadinessProxy & { readonly stop: () => void }>((resume) => {
      const ready = new Set<number>()
      const open = new Set<Socket>()
      const over = new AbortController()
      let turn = 0
      const follow = async (port: number) => {
        while (!over.signal.aborted) {
          if (await isReady(port)) ready.add(port)
          else ready.delete(port)
          await new Promise((next) => setTimeout(next, EVERY_MILLIS))
        }
      }
      for (const port of ports) void follow(port)
      const choose = (): number | undefined => {
        const able = ready.size === 0 ? ports : [...ready]
        return able[turn++ % able.length]
      }
      const serve = async (caller: Socket) => {
        const target = await dial(choose() ?? 0)
        if (target === undefined) return void caller.resetAndDestroy()
        open.add(target)
        caller.pipe(target).pipe(caller)
        const end = () => {
          open.delete(target)
          caller.destroy()
          target.destroy()
        }
        for (const socket of [caller, target]) socket.on("error", end).on("close", end)
      }
      const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (caller) => {
        caller.on("error", () => caller.destroy())
        void serve(caller)
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            port: (server.address() as AddressInfo).port,
            hasReady: (target) => ready.has(target),
            stop: () => {
              over.abort()
              server.close()
              for (const socket of open) socket.destroy()
            }
          })
        )
      )
    }),
    ({ stop }) => Effect.sync(stop)
  )
