/**
 * The pages at embed URLs, the scripts that they load, and the loader for partners' pages. A page is the same for everyone,
 * and says who operates the service; only the origins that may frame it depend on the entity's product. Fetching a page
 * opens nothing: link scanners and previews may come first.
 *
 * The trap: an unknown entity gets the same page as a known one, framed by nobody, so that ids can't be tried out.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { EmbedApi } from "@embedded-super/contracts/embed-api"
import { EmbedPrincipal } from "@embedded-super/contracts/principals"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { BuiltEmbeds, type CompressedFile } from "./BuiltEmbeds.ts"
import { embedSessionsRepo } from "./EmbedSessionsRepo.ts"
import { embedAt } from "./EmbedUrls.ts"
import { answer } from "../platform/answers/answers.ts"
import { Settings } from "../platform/config/Settings.ts"
import { type Finding, Operations } from "../platform/operations/Operations.ts"
import { EmbedSessions } from "./EmbedSessions.ts"

/** Chinese in traditional characters, by its script or by where it is written; the embeds' is in simplified ones. */
const isTraditional = (tag: string): boolean =>
  /^zh(?:-[a-z]{3})*-hant(?:-|$)/.test(tag) || (/^zh-(?:tw|hk|mo)(?:-|$)/.test(tag) && !tag.includes("-hans"))

/**
 * The language to answer in: the first of Accept-Language's, by weight, that there is, by its primary subtag; else the first
 * that there is. Who reads traditional characters isn't given simplified ones.
 */
export const languageOf = (acceptLanguage: string | undefined, available: ReadonlyArray<string>): string => {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";")
      const weight = parameters.find((parameter) => parameter.trim().startsWith("q="))
      return {
        tag,
        primary: tag.split("-")[0]!,
        weight: weight === undefined ? 1 : Number(weight.trim().slice(2))
      }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  // Browsers add the plain `zh` to `zh-TW`: it then means the same.
  const isUnread = wanted.some(({ tag }) => isTraditional(tag))
    ? (tag: string) => tag === "zh" || isTraditional(tag)
    : () => false
  for (const { primary, tag } of wanted) {
    if (isUnread(tag)) continue
    const found = available.find((language) => language.toLowerCase().split("-")[0] === primary)
    if (found !== undefined) return found
  }
  return available[0]!
}

const answerWith = (
  { bytes, encoding }: CompressedFile,
  contentType: string,
  headers: Record<string, string>
) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: {
      vary: "accept-encoding, accept-language",
      "x-content-type-options": "nosniff",
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
      ...headers
    }
  })

const text = (status: number, sentence: string) =>
  HttpServerResponse.text(`${sentence}\n`, { status, headers: { "cache-control": "no-store" } })

const notFound = text(404, "There is no page here.")

/** The log has the cause: to the browser, a 503 has the same words whatever it is of. */
const warnNotBuilt = Effect.logWarning(
  "The embeds aren't built, or this user may not read them: run `npx --yes pnpm@12.21.0 embeds`, or correct EMBEDS_DIR"
)
const notBuilt = Effect.as(
  warnNotBuilt,
  text(503, "The embeds aren't built. Run `npx --yes pnpm@12.21.0 embeds`, or `start`, which builds them.")
)

/** For readiness: the API works without them. */
const NOT_BUILT = {
  onNone: (): Finding => ({
    isReady: true,
    words: "The embeds aren't built, or this user may not read them."
  }),
  onSome: () => undefined
}

/** The origins that may frame a page, in the words of its policy. */
const framers = (origins: ReadonlyArray<string>): string =>
  origins.length === 0 ? "'none'" : origins.join(" ")

const pathOf = (request: HttpServerRequest.HttpServerRequest): string => request.url.split("?")[0]!

/** Only this page runs in its window, and it gets none of the device's features. */
const closed = {
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy":
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), publickey-credentials-get=()"
}

const pages = Effect.gen(function* () {
  const embeds = yield* BuiltEmbeds
  const repo = yield* embedSessionsRepo
  const { dev } = yield* Settings
  // In development, `start` builds them meanwhile.
  if (!dev) {
    if (Option.isNone(yield* embeds.manifest)) yield* warnNotBuilt
    yield* (yield* Operations).check(Effect.map(embeds.manifest, Option.match(NOT_BUILT)))
  }

  return HttpRouter.add(
    "GET",
    "/embed/v1/*",
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const embed = embedAt(pathOf(request))
      if (embed === undefined) return notFound
      const manifest = yield* embeds.manifest
      if (Option.isNone(manifest)) return yield* notBuilt
      const app = manifest.value.apps[embed.app === "onboarding_intent" ? "intent" : embed.app]
      const owner = yield* Effect.orDie(repo.ownerOf(embed.app, embed.entityId))
      const language = languageOf(request.headers["accept-language"], Object.keys(app.pages))
      const page = yield* embeds.page(app.pages[language]!, request.headers["accept-encoding"] ?? "")
      if (Option.isNone(page)) return yield* notBuilt
      return answerWith(page.value, "text/html; charset=utf-8", {
        ...closed,
        "cache-control": "no-store",
        "content-language": language,
        "content-security-policy": `${app.policy}; frame-ancestors ${framers(owner?.target_origins ?? [])}`,
        // The URL is a secret until it is used.
        "referrer-policy": "no-referrer"
      })
    })
  )
}).pipe(Layer.unwrap)

const scripts = Effect.gen(function* () {
  const embeds = yield* BuiltEmbeds

  /** A script by its name; the loader's are for any partner's page, so every origin may load them. */
  const script = (nameOf: (path: string) => string, cacheControl: string, isListed: boolean) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const name = nameOf(pathOf(request))
      const manifest = yield* embeds.manifest
      if (Option.isNone(manifest)) return yield* notBuilt
      if (isListed && !manifest.value.assets.includes(name)) return notFound
      const file = yield* embeds.file(name, request.headers["accept-encoding"] ?? "")
      if (Option.isNone(file)) return notFound
      return answerWith(file.value, "text/javascript; charset=utf-8", {
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": cacheControl
      })
    })
  const assetName = (path: string) => path.slice("/embed/assets/".length)
  const loaderName = (path: string) => path.slice("/embed/loader/v1/".length)
  return Layer.mergeAll(
    HttpRouter.add("GET", "/embed/assets/*", script(assetName, "public, max-age=31536000, immutable", true)),
    ...(["embedded-super.js", "embedded-super.mjs"] as const).map((name) =>
      HttpRouter.add("GET", `/embed/loader/v1/${name}`, script(loaderName, "public, max-age=3600", false))
    )
  )
}).pipe(Layer.unwrap)

export const EmbedPagesHttp = Layer.mergeAll(pages, scripts).pipe(Layer.provide(BuiltEmbeds.layer))

export const EmbedSessionsHttp = HttpApiBuilder.group(
  EmbedApi,
  "embed-sessions",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* EmbedSessions
    return handlers.handleAll({
      openEmbed: ({ payload }) => Effect.map(sessions.open(payload), answer),
      endEmbed: () => Effect.flatMap(EmbedPrincipal, (caller) => sessions.end(caller.embed_session_id))
    })
  })
)
