import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { answer } from "../platform/answers/answers.ts"
import { Checks } from "./Checks.ts"

/** The operations of the tag `checks`. */
export const ChecksHttp = HttpApiBuilder.group(
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
