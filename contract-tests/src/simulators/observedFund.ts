import type { Fault } from "../../../packages/contracts/src/schemas.ts"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { fundSimulator } from "../../../simulators/fund/src/index.ts"
import { EventLog, SimulatorAddress } from "../../../simulators/kit/src/index.ts"
import { askAt, inProcess } from "../../../simulators/kit/src/testing/index.ts"
import type { FundAnswer } from "../../../packages/service/test/funds/fundServer.ts"
import { KEY } from "../../../packages/service/test/funds/TestFundCalls.ts"
import { passTime } from "../../../packages/service/test/passTime.ts"

/** A call as the simulator's own log has it. `at` is milliseconds by the simulator's clock. */
export interface ObservedCall {
  readonly at: number
  /** Null where the connection was dropped without an answer. */
  readonly status: number | null
}

/** How the simulator plays an answer; nothing where it answers so by itself. */
const faultOf = (answer: FundAnswer): Omit<typeof Fault.Encoded, "operation_id"> | undefined => {
  if (answer === "reset") return { play: "drop_after_work" }
  if (answer === "hang") return { play: "no_answer" }
  if (typeof answer === "number") return { play: "answer_status", status: answer }
  const { body, headers, status } = answer
  const wait = headers?.["retry-after"]
  if (status >= 400)
    return {
      play: "answer_status",
      status,
      ...(wait === undefined ? {} : { retry_after_seconds: Number(wait) })
    }
  return JSON.stringify(body)?.includes("Pending") === true ? { play: "missing_member_number" } : undefined
}

/** A fault plan that plays these answers in turn, and the last of them for ever. */
const planOf = (answers: ReadonlyArray<FundAnswer>) =>
  answers.flatMap((answer, nth) => {
    const fault = faultOf(answer)
    if (fault === undefined) return []
    const isLast = nth === answers.length - 1
    return [{ operation_id: "*", ...fault, ...(isLast ? {} : { times: 1 }) }]
  })

/**
 * The real fund simulator as the observer of the service: it plays answers by its fault plan, and tells from its log
 * when each call of an operation came. Its clock and the database's are moved together by `pass`.
 */
export const observedFund = Effect.fnUntraced(function* (
  options: { readonly idempotency?: "honoured" | "ignored" } = {}
) {
  const fs = yield* FileSystem.FileSystem
  const apiKeyFile = yield* fs.makeTempFileScoped()
  yield* fs.writeFileString(apiKeyFile, `${KEY}\n`)
  const services = yield* Layer.build(inProcess(fundSimulator({ ...options, apiKeyFile })))
  const { url } = Context.get(services, SimulatorAddress)
  const log = Context.get(services, EventLog)

  const control = (method: string, path: string, body?: unknown) =>
    Effect.map(
      askAt(url, { method, path: `/_simulator${path}`, ...(body === undefined ? {} : { body }) }),
      ({ json, status }) => {
        if (status >= 400) throw new Error(`the simulator answered ${status} to ${path}`)
        return json?.data
      }
    )

  return {
    url,
    /** Plays these answers from now on, to every operation. */
    answer: (...answers: ReadonlyArray<FundAnswer>) => control("PUT", "/faults", { faults: planOf(answers) }),
    /** The fund takes this key from now on, and no other. */
    takeKey: (key: string) => fs.writeFileString(apiKeyFile, `${key}\n`),
    /** Moves the simulator's clock, and then the database's: no call may seem earlier than it was. */
    pass: Effect.fnUntraced(function* (duration: Duration.Input) {
      const { now } = yield* control("GET", "/clock")
      const then = Date.parse(now) + Math.ceil(Duration.toMillis(duration))
      yield* control("PUT", "/clock", { now: new Date(then).toISOString() })
      yield* passTime(duration)
    }),
    /** The calls of one path, in the order of their answers. */
    calls: (path: string) =>
      Effect.map(log.entriesAfter(0, 10_000), ({ entries }): ReadonlyArray<ObservedCall> => {
        const seen = new Set<string>()
        return entries
          .filter((entry) => {
            if (entry.path !== path) return false
            if (entry.request_id === null) return entry.kind === "fault_played"
            // What its handler noted stands beside a call as further entries.
            const isFirst = !seen.has(entry.request_id)
            seen.add(entry.request_id)
            return isFirst
          })
          .map(({ at, status }) => ({ at: Date.parse(at), status }))
      }),
    /** How many members are in the fund's book. */
    members: Effect.map(control("GET", ""), ({ counts }): number => counts.members)
  }
})
