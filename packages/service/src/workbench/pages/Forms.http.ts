/**
 * Handles the forms of the levers' page. Each handler calls the service behind the API's operation, so a form can do nothing
 * that a program can't; a refusal becomes a sentence on the page.
 */

import type * as S from "@embedded-super/contracts/schemas"
import { faultWords } from "@embedded-super/pages/kinds/levers"
import {
  doneOf,
  type Lever,
  leverIn,
  leversPage,
  type LeversShown,
  type Said
} from "@embedded-super/pages/pages/index"
import { backTo, shown, form, query, refusalText } from "@embedded-super/pages/serve/answers"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { Settings } from "../../platform/config/Settings.ts"
import { TimelineReader } from "../../platform/timeline/TimelineReader.ts"
import { Levers, type Refusal } from "../levers/Levers.ts"
import { Programs } from "../sources/Programs.ts"
import { frameOf, paths } from "./frame.ts"

type Outcome = Pick<LeversShown, "firstSeq" | "scene" | "said">

const nothing: Outcome = {}

export const FormsHttp = Layer.unwrap(
  Effect.gen(function* () {
    const levers = yield* Levers
    const programs = yield* Programs
    const { dataDir } = yield* Settings
    const reader = yield* TimelineReader

    const page = Effect.fnUntraced(function* (outcome: Outcome) {
      const frame = frameOf(yield* programs.now)
      const funds = frame.workbench.sources.filter(({ is_up, slug }) => is_up && slug !== null)
      const faults = yield* Effect.forEach(
        funds,
        ({ name, slug }) =>
          levers.fundFaults(slug as S.Slug).pipe(
            Effect.map((plan) => plan.faults.map(faultWords)),
            Effect.orElseSucceed(() => []),
            Effect.map((lines) => ({ fund: name, lines }))
          ),
        { concurrency: "unbounded" }
      )
      const lastSeq = yield* reader.lastSeq
      const recent = yield* reader.list({ kind: "lever_pulled", olderThan: undefined, limit: 5 })
      return shown(
        leversPage(frame, {
          employers: yield* levers.employers,
          faults,
          recent,
          lastSeq,
          dataDir,
          ...outcome
        }),
        outcome.said?.how === "bad" ? 422 : 200
      )
    })

    /** The page by its address: after a form, or with the entry that a scene begins with. */
    const opened = Effect.gen(function* () {
      const asked = yield* query
      const said = doneOf(asked.get("done") ?? "")
      const firstSeq = Number(asked.get("first_seq"))
      return yield* page({
        ...(said === undefined ? {} : { said }),
        ...(Number.isSafeInteger(firstSeq) && firstSeq > 0 ? { firstSeq } : {})
      })
    })

    /** Pulls a lever. Undefined if the page has nothing to add to the time line's entry of it. */
    const pulled = (pull: Lever): Effect.Effect<Outcome, Refusal> => {
      switch (pull.lever) {
        case "fund_faults":
          return Effect.as(levers.setFundFaults(pull.slug, pull.body), nothing)
        case "partner":
          return Effect.as(levers.setPartnerFaults(pull.body), nothing)
        case "ato":
          return Effect.as(levers.setAto(pull.employer_id, pull.body), nothing)
        case "clock":
          return Effect.as(levers.moveClock(pull.body.advance), nothing)
        case "credentials":
          return Effect.as(levers.setFundCredentials(pull.slug, pull.body.are_accepted), nothing)
        case "list":
          return Effect.map(levers.sendEmployerList(pull.slug, pull.body.list), ({ detail, is_done }) => ({
            said: { how: is_done ? "good" : "bad", text: detail } satisfies Said
          }))
        case "scene":
          return Effect.map(levers.makeScene(pull.body), (scene) => ({
            scene,
            said: {
              how: "good",
              text: `Done: the scene ${scene.file_name} is made.`,
              at: { id: "scene-made", text: "Show it" }
            } satisfies Said
          }))
      }
    }
    const bad = (text: string): Outcome => ({ said: { how: "bad", text } })

    const pullLever = Effect.gen(function* () {
      const lever = leverIn(yield* form)
      const outcome = yield* typeof lever === "string"
        ? Effect.succeed(bad(lever))
        : Effect.catch(pulled(lever), (error) => Effect.succeed(bad(refusalText(error))))
      if (outcome !== nothing || typeof lever === "string") return yield* page(outcome)
      return backTo(`${paths.levers}?done=${lever.lever}`)
    })

    return Layer.mergeAll(
      HttpRouter.add("GET", paths.levers, opened),
      HttpRouter.add("POST", paths.levers, pullLever)
    )
  })
)
