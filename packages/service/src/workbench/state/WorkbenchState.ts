/**
 * The present state: the things of the service by their state (`boards`), and the work that waits (`waits/`), with its reason
 * and end. A board reads a state's next states from the same tables that decide them.
 *
 * Why read at each request: nothing here is kept, so nothing can be out of date, and a service whose page isn't open does
 * none of it.
 *
 * The traps: of a person only the initials leave this folder (`people`). Webhooks and their endpoints use the true time,
 * everything else the page's clock, so their times are moved ahead to that clock before they are shown.
 */

import type * as S from "@embedded-super/contracts/schemas"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { shortText } from "@embedded-super/pages/store/NewEntry"
import * as Context from "effect/Context"
import { fundCallsRepo } from "../../funds/calls/FundCallsRepo.ts"
import { type StoredFund, fundsRepo } from "../../funds/FundsRepo.ts"
import { Settings } from "../../platform/config/Settings.ts"
import { databaseDefects } from "../../platform/database/operation.ts"
import { isUuid } from "../../platform/ids/newId.ts"
import { BusinessClock } from "../../platform/time/BusinessClock.ts"
import { endpointsRepo } from "../../webhooks/endpoints/EndpointsRepo.ts"
import { boards, boardOf } from "./boards.ts"
import { namedThingsRepo } from "./BoardsRepo.ts"
import { people } from "./people.ts"
import { presentWait, thing, type Wait } from "./Wait.ts"
import { intentWait, sessionWait } from "./waits/sessions.ts"
import { deliveryWait, endpointWait, noticeWait } from "./waits/webhooks.ts"
import { LISTED, waitsRepo } from "./WaitsRepo.ts"
import { typedCommands } from "../../platform/timeline/things.ts"
import { callWait, listWait } from "./waits/funds.ts"

/** The fund that an entry names by its slug, or by its id in an old entry; none if it isn't loaded. */
export const fundOfThing = Effect.map(
  fundsRepo,
  (funds) => (id: string) => (isUuid(id) ? funds.find(id as S.FundId) : funds.findBySlug(id))
)

/** The part of a story about its thing, without the outcome and the steps. */
export type ThingState = Pick<S.WorkbenchStory, "title" | "remote_id" | "state" | "next_states" | "waits">

/** The things of the service by their state, and the work that waits. Everything in it is masked. */
export class WorkbenchState extends Context.Service<
  WorkbenchState,
  {
    readonly boards: Effect.Effect<ReadonlyArray<S.WorkbenchBoard>>
    /** The longest wait first. */
    readonly waiting: Effect.Effect<ReadonlyArray<S.WaitingWork>>
    /** One thing; undefined if it has no state, or isn't known. */
    readonly of: (thing: S.TimelineThing) => Effect.Effect<ThingState | undefined>
    /** The thing with this id, of any kind that has a state; undefined if there is none. */
    readonly thingOf: (id: string) => Effect.Effect<S.TimelineThing | undefined>
    /** Where a fund is called, and where a product's webhooks go: scheme, host and port; undefined if it isn't known. */
    readonly fundAt: (slug: string, operation: string) => Effect.Effect<string | undefined>
    readonly receiverOf: (productId: string) => Effect.Effect<string | undefined>
    /** The ids of the things that a text names, by a partner's own ids, or the name of an employer or a fund. */
    readonly named: (text: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("@embedded-super/service/workbench/WorkbenchState") {}

/** The most that `listWaitingWork` answers. */
const MOST_WAITS = 500

const isAbout = (wait: Wait, kind: string, id: string) =>
  wait.about.some(([itsKind, itsId]) => itsKind === kind && itsId === id)

/** The reasons of waits, by the id of their first thing, which is the one that waits. */
const reasonsOf = (waits: ReadonlyArray<Wait>): ReadonlyMap<string, string> =>
  new Map(waits.map(({ about: [first], because }) => [first?.[1] ?? "", because]))

/** The address of an operation in a fund's profile; undefined for one that the fund doesn't have, or does by a list. */
const operationUrl = ({ profile }: StoredFund, operation: string): string | undefined => {
  const found = Object.entries(profile.operations).find(([name]) => name === operation)?.[1]
  return Predicate.hasProperty(found, "url") && Predicate.isString(found.url) ? found.url : undefined
}

const originOf = (url: string | undefined) => (url === undefined ? undefined : new URL(url).origin)

export const WorkbenchStateLive = Layer.effect(
  WorkbenchState,
  Effect.gen(function* () {
    const clock = yield* BusinessClock
    const calls = yield* fundCallsRepo
    const fundOf = yield* fundOfThing
    const endpoints = yield* endpointsRepo
    const repo = yield* waitsRepo
    const known = yield* boards
    const namedBy = yield* namedThingsRepo
    const { ofIntent, ofSession } = yield* people
    const present = presentWait(typedCommands(yield* Settings))

    /** Moves a true time to the page's clock. */
    const shownBy = Effect.map(
      clock.offset,
      (ahead) => (at: Date) => new Date(at.getTime() + Duration.toMillis(ahead))
    )

    const callWaits = Effect.gen(function* () {
      const names = yield* repo.fundNames
      const { simulated } = yield* clock.moments
      const listed = (state: "waiting" | "stopped") => calls.list({ fund: undefined, state, limit: LISTED })
      const found = [...(yield* listed("waiting")), ...(yield* listed("stopped"))]
      return found.flatMap((call) => callWait(call, names.get(call.fund) ?? call.fund, simulated) ?? [])
    })

    const waits = Effect.gen(function* () {
      const shown = yield* shownBy
      const sessions = yield* Effect.forEach(yield* repo.sessions, (session) =>
        Effect.map(ofSession(session), (person) => sessionWait(session, person))
      )
      const intents = yield* Effect.forEach(yield* repo.intents, (intent) =>
        Effect.map(ofIntent(intent), (person) => intentWait(intent, person))
      )
      const found: ReadonlyArray<Wait> = [
        ...(yield* callWaits),
        ...(yield* repo.endpoints).map((endpoint) => endpointWait(endpoint, shown)),
        ...(yield* repo.deliveries).map((delivery) => deliveryWait(delivery, shown)),
        ...(yield* repo.notices).map((notice) => noticeWait(notice, shown)),
        ...(yield* repo.lists).map(listWait),
        ...sessions,
        ...intents
      ]
      return found
    })

    /** A fund has no state table: it is called, or calls to it wait. */
    const fundState = Effect.fnUntraced(function* (
      id: string
    ): Effect.fn.Return<ThingState | undefined, never> {
      const found = yield* databaseDefects(fundOf(id))
      if (found._tag === "None") return undefined
      const about = (yield* databaseDefects(waits)).filter((wait) => isAbout(wait, "fund", found.value.slug))
      return {
        title: shortText(found.value.name),
        remote_id: null,
        state: null,
        next_states: [],
        waits: about.map(present)
      }
    })

    return WorkbenchState.of({
      boards: Effect.gen(function* () {
        const reasons = reasonsOf(yield* waits)
        const shown = yield* shownBy
        return yield* Effect.forEach(known, (board) => boardOf(board, reasons, shown))
      }).pipe(databaseDefects, Effect.withSpan("WorkbenchState.boards")),

      waiting: Effect.map(waits, (found) =>
        found
          .toSorted((one, other) => one.since.getTime() - other.since.getTime())
          .slice(0, MOST_WAITS)
          .map(present)
      ).pipe(databaseDefects, Effect.withSpan("WorkbenchState.waiting")),

      of: Effect.fn("WorkbenchState.of")(function* ({ id, kind }) {
        if (kind === "fund") return yield* fundState(id)
        const board = known.find((one) => one.kind === kind)
        if (board === undefined || !isUuid(id)) return undefined
        const [row] = yield* board.rows.one(id)
        if (row === undefined) return undefined
        const state = board.stateOf(row)
        const about = (yield* waits).filter((wait) => isAbout(wait, kind, id))
        return {
          title: shortText(yield* board.titleOf(row)),
          remote_id: row.remote_id,
          state: shortText(state),
          next_states: board.next(state),
          waits: about.slice(0, 100).map(present)
        }
      }, databaseDefects),

      thingOf: Effect.fn("WorkbenchState.thingOf")(function* (id) {
        if (!isUuid(id)) return undefined
        for (const board of known) {
          const [row] = yield* board.rows.one(id)
          if (row !== undefined) return thing(board.kind, row.id)
        }
        return undefined
      }, databaseDefects),

      fundAt: (slug, operation) =>
        Effect.map(databaseDefects(fundOf(slug)), (found) =>
          found._tag === "None" ? undefined : originOf(operationUrl(found.value, operation))
        ),

      receiverOf: (productId) =>
        isUuid(productId)
          ? Effect.map(databaseDefects(endpoints.find(productId)), (found) => originOf(found?.url))
          : Effect.undefined,

      named: (text) => databaseDefects(namedBy(text))
    })
  })
)
