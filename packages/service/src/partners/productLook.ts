import { ValidationFailed } from "@embedded-super/contracts/problems"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import { normaliseEmail } from "../personal-data/text.ts"
import type { StoredProduct } from "./ProductsRepo.ts"

/** The partner's details that a product's embeds show, and the origins that may frame them, as given by the partner. */
export type GivenLook = Pick<S.ProductChange, "target_origins" | "help_url" | "help_email" | "accent">

type Look = Pick<StoredProduct, "target_origins" | "help_url" | "help_email" | "accent">

/** Any port of this machine: no browser of another machine reaches it. */
const isLocal = (origin: string) => origin.endsWith(":*")

/** An origin as a browser writes it: without the port that its scheme has anyway. */
const asBrowsersDo = (origin: S.TargetOrigin): S.TargetOrigin =>
  isLocal(origin) ? origin : ((URL.parse(origin)?.origin ?? origin) as S.TargetOrigin)

const kept = <A>(given: A | null | undefined, before: A | null): A | null =>
  given === undefined ? before : given

/** The look with the given fields changed; the others stay. Origins of this machine are for development only. */
export const readLook = (
  given: GivenLook,
  before: Look,
  { dev }: { readonly dev: boolean }
): Effect.Effect<Look, ValidationFailed> => {
  const origins = given.target_origins ?? before.target_origins
  const local = (given.target_origins ?? []).flatMap((origin, index) => (isLocal(origin) ? [index] : []))
  if (local.length > 0 && !dev) return Effect.fail(developmentOnly(local))
  return Effect.succeed({
    target_origins: [...new Set(origins.map(asBrowsersDo))],
    help_url: kept(given.help_url, before.help_url),
    help_email: kept(given.help_email && normaliseEmail(given.help_email), before.help_email),
    accent: kept(given.accent && (given.accent.toLowerCase() as S.Colour), before.accent)
  })
}

const developmentOnly = (indexes: ReadonlyArray<number>) =>
  new ValidationFailed({
    code: "validation_failed",
    detail: "Pages of this machine may frame the embeds of a service in development only.",
    errors: indexes.map((index) => ({
      in: "body" as const,
      pointer: `#/target_origins/${index}`,
      code: "not_allowed" as const,
      detail: "Give an origin with its port. Any port of this machine works only with `--dev`."
    }))
  })
