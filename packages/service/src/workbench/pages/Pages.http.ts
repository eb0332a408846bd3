/**
 * The Workbench's pages: the time line at `/`, an entry, the story of a thing, state and waiting work, checks. The HTML is made
 * by `@embedded-super/pages/pages`, of the same data as the API's answers. `Forms.http` pulls the levers.
 *
 * The trap: each page works without its script, and the shown data are masked by their sources, not here.
 */

import { kinds } from "@embedded-super/pages/kinds/index"
import { boardsPage, type Frame, storyPage, waitingPage, checksPage } from "@embedded-super/pages/pages/index"
import {
  backTo,
  form,
  missing,
  noSuchPage,
  pathPart,
  reportShown,
  shown
} from "@embedded-super/pages/serve/answers"
import { timeLineRoutes } from "@embedded-super/pages/serve/timeLineRoutes"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as S from "@embedded-super/contracts/schemas"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { Programs } from "../sources/Programs.ts"
import { Stories } from "../story/Stories.ts"
import { details, listing } from "../time-line/details.ts"
import { frameOf, paths, place } from "./frame.ts"
import { Again } from "../again/Again.ts"
import { WorkbenchState } from "../state/WorkbenchState.ts"
import { Checks } from "../checks/Checks.ts"

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

const decodeSlug = Schema.decodeUnknownOption(S.Slug)

/** The page of checks, its form, and the HTML reports that it links. */
export const ChecksPages = Layer.unwrap(
  Effect.gen(function* () {
    const checks = yield* Checks
    const programs = yield* Programs

    const page = Effect.gen(function* () {
      return shown(checksPage(frameOf(yield* programs.now), paths.checks, yield* checks.list))
    })

    const notThere = (title: string, detail: string) =>
      Effect.map(programs.now, (now) =>
        missing(frameOf(now), title, detail, "Open the page of checks, and choose one there.")
      )

    const start = Effect.gen(function* () {
      const noFund = notThere("There is no such fund", "No fund with this slug is loaded.")
      const slug = decodeSlug((yield* form).get("slug"))
      if (Option.isNone(slug)) return yield* noFund
      return yield* Effect.matchEffect(checks.start(slug.value), {
        onSuccess: () => Effect.succeed(backTo(`${paths.checks}#fund-${slug.value}`)),
        onFailure: () => noFund
      })
    })

    const report = Effect.gen(function* () {
      const text = yield* checks.report(yield* pathPart("slug"))
      if (text === undefined)
        return yield* notThere(
          "There is no such report",
          "No check of this fund has ended since the service started."
        )
      return reportShown(text)
    })

    const settings = Effect.gen(function* () {
      const id = yield* pathPart("id")
      const { products } = yield* checks.list
      const found = products.find(({ product_id }) => product_id === id)
      if (found === undefined)
        return yield* notThere("There is no such product", "No product with a webhook endpoint has this id.")
      return HttpServerResponse.text(found.settings ?? "", {
        contentType: "application/yaml; charset=utf-8",
        headers: { "cache-control": "no-store" }
      })
    })

    return Layer.mergeAll(
      HttpRouter.add("GET", paths.checks, page),
      HttpRouter.add("POST", paths.checks, start),
      HttpRouter.add("GET", `${paths.checks}/:slug/report.html`, report),
      HttpRouter.add("GET", `${paths.checks}/products/:id/partner-check.yaml`, settings)
    )
  })
)
