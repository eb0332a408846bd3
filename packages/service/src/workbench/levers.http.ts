import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { answer } from "../platform/answers/answers.ts"
import { Levers } from "./Levers.ts"
import { Programs } from "./sources/Programs.ts"

/** The operations of the tag `levers`. */
export const LeversHttp = HttpApiBuilder.group(
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
