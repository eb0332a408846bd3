import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { answer } from "../platform/answers/answers.ts"
import { Programs } from "./sources/Programs.ts"
import { WorkbenchState } from "./WorkbenchState.ts"

/** The operations of the tag `state`. */
export const StateHttp = HttpApiBuilder.group(
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
