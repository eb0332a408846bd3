import { PartnerApi } from "@embedded-super/contracts/partner-api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { callerProduct } from "../platform/ids/ApiKey.ts"
import { answer, taggedAnswer } from "../platform/answers/answers.ts"
import { partnerIssues } from "./partnerIssues.ts"

export const EmployerIssuesHttp = HttpApiBuilder.group(
  PartnerApi,
  "employer-issues",
  Effect.fnUntraced(function* (handlers) {
    const issues = yield* partnerIssues

    return handlers.handleAll({
      listEmployerIssues: Effect.fnUntraced(function* ({ query }) {
        const { after, employer_id, kind, limit, status } = query
        const page = yield* issues.list(yield* callerProduct, { after, limit, employer_id, kind, status })
        return { ...answer(page.items), pagination: page.pagination }
      }),
      getEmployerIssue: Effect.fnUntraced(function* ({ params }) {
        return taggedAnswer(yield* issues.get(yield* callerProduct, params.id))
      }),
      resolveEmployerIssue: Effect.fnUntraced(function* ({ params, payload }) {
        return taggedAnswer(yield* issues.resolve(yield* callerProduct, params.id, payload?.note))
      })
    })
  })
)
