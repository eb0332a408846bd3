import type { Fault } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { fundSimulator } from "@embedded-super/fund-simulator"
import { EventLog, SimulatorAddress } from "@embedded-super/simulator-kit"
import { askAt, inProcess } from "@embedded-super/simulator-kit/testing"
import { type FundAnswer, KEY } from "@embedded-super/service/testing"
import { passTime } from "@embedded-super/service/testing/stand-ins"

/** A call from the simulator's own log. `at` is milliseconds by the simulator's clock. */
export interface ObservedCall {
  readonly at: number
  /** Null if the connection was dropped without an answer. */
  readonly status: number | null
}

/** The fault that makes the simulator give an answer; undefined if it gives that answer by default. */
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

/** A fault plan that plays these answers in order, and repeats the last of them forever. */
const planOf = (answers: ReadonlyArray<FundAnswer>) =>
  answers.flatMap((answer, nth) => {
    const fault = faultOf(answer)
    if (fault === undefined) return []
    const isLast = nth === answers.length - 1
    return [{ operation_id: "*", ...fault, ...(isLast ? {} : { times: 1 }) }]
  })

/**
 * The real fund simulator as an observer of the service: it plays answers by its fault plan, and its log shows when
 * each call of an operation arrived. `pass` moves its clock and the database's together.
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
    /** Plays these answers from now on, for every operation. */
    answer: (...answers: ReadonlyArray<FundAnswer>) => control("PUT", "/faults", { faults: planOf(answers) }),
    /** Accepts only this key from now on. */
    takeKey: (key: string) => fs.writeFileString(apiKeyFile, `${key}\n`),
    /** Moves the simulator's clock before the database's, so that no call seems earlier than it was. */
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
            // Notes of a call's handler are further entries with the same request id.
            const isFirst = !seen.has(entry.request_id)
            seen.add(entry.request_id)
            return isFirst
          })
          .map(({ at, status }) => ({ at: Date.parse(at), status }))
      }),
    /** The number of members of the fund. */
    members: Effect.map(control("GET", ""), ({ counts }): number => counts.members)
  }
})
