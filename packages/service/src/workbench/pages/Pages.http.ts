/**
 * The Workbench's pages: the time line at `/`, an entry, the story of a thing, state and waiting work. The HTML is made
 * by `@embedded-super/pages/pages`, of the same data as the API's answers. `Forms.http` pulls the levers.
 *
 * The trap: each page works without its script, and the shown data are masked by their sources, not here.
 */

import { kinds } from "@embedded-super/pages/kinds/index"
import { boardsPage, type Frame, storyPage, waitingPage } from "@embedded-super/pages/pages/index"
import { missing, noSuchPage, shown, pathPart } from "@embedded-super/pages/serve/answers"
import { timeLineRoutes } from "@embedded-super/pages/serve/timeLineRoutes"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Again } from "../Again.ts"
import { Programs } from "../sources/Programs.ts"
import { Stories } from "../story/Stories.ts"
import { details } from "../time-line/details.ts"
import { listing } from "../time-line/listed.ts"
import { WorkbenchState } from "../WorkbenchState.ts"
import { frameOf, paths, place } from "./frame.ts"

const noThing = (frame: Frame) =>
  missing(
    frame,
    "Nothing is known about this",
    "No entry of the time line is about a thing with this id.",
    "Take an id from an entry: each one links to its story."
  )

export const PagesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const again = yield* Again
    const programs = yield* Programs
    const state = yield* WorkbenchState
    const stories = yield* Stories
    const detailOf = yield* details
    const list = yield* listing
    const frame = Effect.map(programs.now, frameOf)

    const get = <E, R>(path: `/${string}`, page: Parameters<typeof HttpRouter.add<E, R>>[2]) =>
      HttpRouter.add<E, R>("GET", path, page)

    return Layer.mergeAll(
      timeLineRoutes({
        paths,
        frame,
        list: (filter, limit) => Effect.map(list({ ...filter, limit }), ({ data }) => data),
        kinds: Effect.succeed(Object.keys(kinds)),
        detailOf,
        sendAgain: again.send
      }),
      get(
        `${paths.things}/:id`,
        Effect.gen(function* () {
          const framed = yield* frame
          return Option.match(yield* stories.of(yield* pathPart("id")), {
            onNone: () => noThing(framed),
            onSome: (story) => shown(storyPage(framed, story))
          })
        })
      ),
      get(`${place}/*`, Effect.map(frame, noSuchPage)),
      get(
        paths.boards,
        Effect.gen(function* () {
          return shown(boardsPage(yield* frame, paths.boards, yield* state.boards))
        })
      ),
      get(
        paths.waiting,
        Effect.gen(function* () {
          return shown(waitingPage(yield* frame, paths.waiting, yield* state.waiting))
        })
      )
    )
  })
)
