/**
 * The Workbench's pages: the time line at `/`, an entry, the story of a thing, state and waiting work. The HTML is made
 * by `@embedded-super/workbench/pages`, of the same data as the API's answers. `Forms.http` has what changes something,
 * `files` the style and the script.
 *
 * The trap: each page works without its script, and what is shown is masked by what it is made of, not here.
 */

import { kinds } from "@embedded-super/workbench/kinds/index"
import {
  boardsPage,
  entryPage,
  type Filter,
  filterIn,
  type Frame,
  storyPage,
  timeLinePage,
  timeLineParts,
  waitingPage
} from "@embedded-super/workbench/pages/index"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Programs } from "../sources/Programs.ts"
import { Stories } from "../story/Stories.ts"
import { details } from "../time-line/details.ts"
import { listing } from "../time-line/listed.ts"
import { WorkbenchState } from "../WorkbenchState.ts"
import { missing, noSuchEntry, shown } from "./answers.ts"
import { frameOf, paths } from "./frame.ts"

/** Entries of one page. */
const MOST = 100

const query = Effect.map(
  HttpServerRequest.HttpServerRequest,
  ({ url }) => new URLSearchParams(url.split("?")[1] ?? "")
)

/** The part of the path that names a thing or a position. */
export const pathPart = (name: string) => Effect.map(HttpRouter.params, (params) => params[name] ?? "")

const noThing = (frame: Frame) =>
  missing(
    frame,
    "Nothing is known about this",
    "No entry of the time line is about a thing with this id.",
    "Take an id from an entry: each one links to its story."
  )

export const PagesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const programs = yield* Programs
    const state = yield* WorkbenchState
    const stories = yield* Stories
    const detailOf = yield* details
    const list = yield* listing
    const frame = Effect.map(programs.now, frameOf)

    const listed = Effect.fnUntraced(function* (filter: Filter) {
      const { data } = yield* list({ ...filter, limit: MOST + 1 })
      return { entries: data.slice(0, MOST), filter, hasOlder: data.length > MOST }
    })
    /** The frame and the list, read side by side: both wait for the simulators. */
    const timeLine = Effect.gen(function* () {
      const filter = filterIn(yield* query)
      return yield* Effect.all([frame, listed(filter)], { concurrency: 2 })
    })

    const get = <E, R>(path: `/${string}`, page: Parameters<typeof HttpRouter.add<E, R>>[2]) =>
      HttpRouter.add<E, R>("GET", path, page)

    return Layer.mergeAll(
      get(
        paths.timeLine,
        Effect.map(timeLine, ([framed, found]) => {
          const named = new Set([...Object.keys(kinds), ...found.entries.map(({ kind }) => kind)])
          return shown(timeLinePage(framed, found, { kinds: [...named].toSorted() }))
        })
      ),
      get(
        paths.rows,
        Effect.map(timeLine, ([framed, found]) => shown(timeLineParts(framed, found)))
      ),
      get(
        `${paths.entries}/:seq`,
        Effect.gen(function* () {
          const seq = Number(yield* pathPart("seq"))
          const framed = yield* frame
          const found = Number.isSafeInteger(seq) ? yield* detailOf(seq) : Option.none()
          return Option.match(found, {
            onNone: () => noSuchEntry(framed),
            onSome: (detail) => shown(entryPage(framed, detail))
          })
        })
      ),
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
