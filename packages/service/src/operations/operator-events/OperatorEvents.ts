/**
 * Events for the operator: tells the operator's address when a trouble of the service starts and when it is over
 * (D-operator-events). `troubles` says what is a trouble, `troubleSteps` when it starts and ends, `webhooks` sends the events.
 *
 * Why it looks each minute and counts nothing: a look finds what lasts, in whichever process it began, and after any restart.
 *
 * The traps: a part of the figures that couldn't be read says nothing of its troubles, so these neither start nor end. And
 * where no worker runs at all, nobody looks: the guide says what only Prometheus sees.
 */
import type { OperatorEvent, OperatorTroubleName } from "@embedded-super/contracts/schemas"
import * as Cron from "effect/Cron"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Settings } from "../../platform/config/Settings.ts"
import { newId } from "../../platform/ids/newId.ts"
import { periodically } from "../../platform/jobs/periodically.ts"
import type { Measure } from "../../platform/metrics/definitions.ts"
import { Outgoing, unlessHeld } from "../../platform/outgoing/Outgoing.ts"
import { toTimestamp, toTimestampOrNull } from "../../platform/time/timestamp.ts"
import { Events } from "../../webhooks/events/Events.ts"
import { makeHealth } from "../Health.ts"
import { type Found, troubles } from "../troubles.ts"
import { NEVER_FOUND, stepOf } from "./troubleSteps.ts"
import { type StoredTrouble, troublesRepo } from "./TroublesRepo.ts"

const isName = (name: string): name is OperatorTroubleName => name in troubles

const NAMES = Object.keys(troubles).filter(isName)

const keyOf = ({ because, fund, trouble }: Found & { readonly trouble: string }) =>
  JSON.stringify([trouble, fund, because])

/** The troubles whose figures were all read. */
const readIn = (measures: ReadonlyArray<Measure>): ReadonlyArray<OperatorTroubleName> => {
  const unread = new Set<string>(
    measures.flatMap(({ labels, name, value }) =>
      name === "embedded_super_unmeasured" && value > 0 ? [labels.part] : []
    )
  )
  return NAMES.filter((name) => !troubles[name].parts.some((part) => unread.has(part)))
}

/** Looks at figures once: stores what they make of each trouble, with its event, in one transaction. */
export const makeOperatorEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* troublesRepo
  const { recordForOperator } = yield* Events
  const { instance } = yield* Settings

  const told = (
    trouble: OperatorTroubleName,
    { because, fund, id, startedAt }: StoredTrouble,
    endedAt: Date | null
  ): (typeof OperatorEvent.Encoded)["data"] => {
    const { alert, severity, summary } = troubles[trouble]
    const sentence = summary({ fund, because })
    return {
      id,
      trouble,
      severity,
      fund: fund || null,
      because: because || null,
      started_at: toTimestamp(startedAt ?? new Date(0)),
      ended_at: toTimestampOrNull(endedAt),
      summary: endedAt === null ? sentence : `Over: ${sentence}`,
      guide_url: `${instance.docs_url}/operators/watch-it/#${alert.toLowerCase()}`
    }
  }

  const take = Effect.fnUntraced(function* (
    trouble: OperatorTroubleName,
    before: StoredTrouble,
    isFound: boolean,
    now: Date
  ) {
    const step = stepOf(before, isFound, now)
    if (step === undefined) return
    const after = { ...before, ...step.state }
    yield* repo.save(after)
    if (step.event === undefined) return
    const isOver = step.event === "trouble_ended"
    yield* recordForOperator({
      event: step.event,
      seq: after.version,
      trouble: told(trouble, isOver ? before : after, isOver ? now : null)
    })
  })

  return Effect.fn("OperatorEvents.look")(function* (measures: ReadonlyArray<Measure>) {
    yield* repo.lock
    const now = yield* repo.now
    const stored = yield* repo.all
    for (const trouble of readIn(measures)) {
      const found = new Map(
        troubles[trouble].find(measures).map((one) => [keyOf({ ...one, trouble }), one] as const)
      )
      const known = stored.filter((one) => one.trouble === trouble)
      for (const one of known) yield* take(trouble, one, found.delete(keyOf(one)), now)
      for (const { because, fund } of found.values())
        yield* take(trouble, { id: yield* newId, trouble, fund, because, ...NEVER_FOUND }, true, now)
    }
  }, sql.withTransaction)
})

/** Looks each minute, while the operator has an address. */
export const OperatorEvents = Layer.effectDiscard(
  Effect.gen(function* () {
    const look = yield* makeOperatorEvents
    const { hasAddress } = yield* troublesRepo
    const health = yield* makeHealth
    const mayWork = unlessHeld((yield* Outgoing).look)
    const run = Effect.gen(function* () {
      if (yield* hasAddress) yield* look(yield* health)
    })
    yield* Effect.forkScoped(
      periodically("operator events", Cron.parseUnsafe("* * * * *"), mayWork(run), { simulated: false })
    )
  })
)
