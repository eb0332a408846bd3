import { NotFound } from "@embedded-super/contracts/problems"
import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { answer } from "../platform/answers/answers.ts"
import { Again, noEntry } from "./again/Again.ts"
import { Checks } from "./checks/Checks.ts"
import { Levers } from "./levers/Levers.ts"
import { Programs } from "./sources/Programs.ts"
import { Stories } from "./story/Stories.ts"
import { details, listing } from "./time-line/details.ts"
import { WorkbenchState } from "./state/WorkbenchState.ts"

const noThing = new NotFound({
  code: "not_found",
  detail: "No entry is about a thing with this id. Take an id from `about` of an entry."
})

const orFail = <A>(found: Option.Option<A>, missing: NotFound): Effect.Effect<A, NotFound> =>
  Option.match(found, { onNone: () => Effect.fail(missing), onSome: Effect.succeed })

/** The operations of the tag `time-line`. */
const TimeLineHttp = HttpApiBuilder.group(
  WorkbenchApi,
  "time-line",
  Effect.fnUntraced(function* (handlers) {
    const again = yield* Again
    const stories = yield* Stories
    const detailOf = yield* details
    const list = yield* listing
    return handlers.handleAll({
      listTimelineEntries: ({ query }) =>
        Effect.map(list(query), ({ data, last_seq }) => ({ ...answer(data), last_seq })),
      getTimelineEntry: Effect.fnUntraced(function* ({ params }) {
        return answer(yield* orFail(yield* detailOf(params.seq), noEntry))
      }),
      sendAgain: ({ params, payload }) => Effect.map(again.send(params.seq, payload.body), answer),
      getStory: Effect.fnUntraced(function* ({ params }) {
        return answer(yield* orFail(yield* stories.of(params.id), noThing))
      })
    })
  })
)

/** The operations of the tag `state`. */
const StateHttp = HttpApiBuilder.group(
  WorkbenchApi,
  "state",
  Effect.fnUntraced(function* (handlers) {
    const programs = yield* Programs
    const state = yield* WorkbenchState
    return handlers.handleAll({
      getWorkbench: () => Effect.map(programs.now, answer),
      listBoards: () => Effect.map(state.boards, answer),
      listWaitingWork: () => Effect.map(state.waiting, answer)
    })
  })
)

/** The operations of the tag `levers`. */
const LeversHttp = HttpApiBuilder.group(
  WorkbenchApi,
  "levers",
  Effect.fnUntraced(function* (handlers) {
    const levers = yield* Levers
    const programs = yield* Programs
    return handlers.handleAll({
      getFundFaults: ({ params }) => Effect.map(levers.fundFaults(params.slug), answer),
      setFundFaults: ({ params, payload }) => Effect.map(levers.setFundFaults(params.slug, payload), answer),
      setPartnerFaults: ({ payload }) => Effect.map(levers.setPartnerFaults(payload), answer),
      setAto: ({ params, payload }) => levers.setAto(params.employer_id, payload),
      moveClock: ({ payload }) =>
        Effect.map(Effect.andThen(levers.moveClock(payload.advance), programs.now), answer),
      setFundCredentials: ({ params, payload }) =>
        levers.setFundCredentials(params.slug, payload.are_accepted),
      sendEmployerList: ({ params, payload }) =>
        Effect.map(levers.sendEmployerList(params.slug, payload.list), answer),
      makeScene: ({ payload }) => Effect.map(levers.makeScene(payload), answer)
    })
  })
)

/** The operations of the tag `checks`. */
const ChecksHttp = HttpApiBuilder.group(
  WorkbenchApi,
  "checks",
  Effect.fnUntraced(function* (handlers) {
    const checks = yield* Checks
    return handlers.handleAll({
      listChecks: () => Effect.map(checks.list, answer),
      getFundCheck: ({ params }) => Effect.map(checks.fund(params.slug), answer),
      startFundCheck: ({ params }) => Effect.map(checks.start(params.slug), answer)
    })
  })
)

/** The operations of the Workbench API. */
export const WorkbenchApiHttp = HttpApiBuilder.layer(WorkbenchApi).pipe(
  Layer.provide([TimeLineHttp, StateHttp, LeversHttp, ChecksHttp])
)
