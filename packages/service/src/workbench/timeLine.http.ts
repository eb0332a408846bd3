import { NotFound } from "@embedded-super/contracts/problems"
import { WorkbenchApi } from "@embedded-super/contracts/workbench-api"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { answer } from "../platform/answers/answers.ts"
import { Again } from "./Again.ts"
import { Stories } from "./story/Stories.ts"
import { details } from "./time-line/details.ts"
import { listing } from "./time-line/listed.ts"

const noEntry = new NotFound({
  code: "not_found",
  detail: "No entry has this position. Positions count from 1 to last_seq of the list of entries."
})

const noThing = new NotFound({
  code: "not_found",
  detail: "No entry is about a thing with this id. Take an id from `about` of an entry."
})

const orFail = <A>(found: Option.Option<A>, missing: NotFound): Effect.Effect<A, NotFound> =>
  Option.match(found, { onNone: () => Effect.fail(missing), onSome: Effect.succeed })

/** The operations of the tag `time-line`. */
export const TimeLineHttp = HttpApiBuilder.group(
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
