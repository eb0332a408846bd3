import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { isUuid } from "../ids/newId.ts"
import { names } from "./NamesRepo.ts"
import type { Thing } from "./Timeline.ts"

/**
 * The slugs of funds, by their ids; undefined for a fund that isn't known. One that the caller's transaction has just made
 * isn't known.
 */
export class FundSlugs extends Context.Service<
  FundSlugs,
  { readonly of: (id: string) => Effect.Effect<string | undefined> }
>()("@embedded-super/service/platform/timeline/FundSlugs") {
  static readonly layer = Layer.effect(
    FundSlugs,
    Effect.map(names, ({ fundSlug }) => ({ of: fundSlug }))
  )
}

const isById = ({ id, kind }: Thing) => kind === "fund" && isUuid(id)

/**
 * Names funds by their slugs, as the simulators and the levers do, so that a fund has one story. Undefined if no fund is
 * named by its id.
 */
export const withSlugs = (
  slugs: FundSlugs["Service"],
  about: ReadonlyArray<Thing> = []
): Effect.Effect<ReadonlyArray<Thing>> | undefined =>
  about.some(isById)
    ? Effect.forEach(about, (thing) =>
        isById(thing)
          ? Effect.map(slugs.of(thing.id), (slug) => ({ ...thing, id: slug ?? thing.id }))
          : Effect.succeed(thing)
      )
    : undefined
