import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpStaticServer from "effect/http/HttpStaticServer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { type SharedDocument, sharedDocument, withDocsAt } from "./sharedDocument.ts"

/** The page that a browser gets under /docs if the docs aren't built. */
const notBuiltPage = `<!doctype html>
<html lang="en-AU">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="5" />
    <title>The docs aren't built yet</title>
    <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }
    </style>
  </head>
  <body>
    <h1>The docs aren't built yet</h1>
    <p><code>start</code> builds them in about half a minute and prints a line when they are ready. This page reloads
      every five seconds. A service that runs without <code>start</code> has no docs until
      <code>npx --yes pnpm@12.21.0 docs:build</code> has built them.</p>
    <p>The API is described at <a href="/openapi.json">/openapi.json</a> and <a href="/asyncapi.json">/asyncapi.json</a>.</p>
  </body>
</html>
`

const inlineScript = /<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script\s*>/gi

/** The SHA-256 of each inline script in a page, in CSP's form. */
const hashesOf = (html: string): ReadonlyArray<string> => [
  ...new Set(
    [...html.matchAll(inlineScript)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
    )
  )
]

/**
 * The policy for a page of the docs: this host's files and its own inline scripts. Style attributes contain the colours
 * of code samples; search is WebAssembly, and the API references' search is a worker made from a blob.
 */
const docsPolicy = (html = ""): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashesOf(html)].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const TAGS = "(?:<[^>]*>)*"

/** The address in the docs' samples: also where the highlighter has split it, `http://localhost<span>:</span>4000`. */
const SAMPLED = new RegExp(`${[..."http://localhost:4000"].join(TAGS)}(?!${TAGS}\\d)`, "g")

/** The text with another address in its samples; tags within the address stay, behind it. */
const withAddress = (text: string, address: string): string =>
  text.replaceAll(SAMPLED, (written) => `${address}${(written.match(/<[^>]*>/g) ?? []).join("")}`)

const cacheControl = "public, max-age=60"

/** Plain names only, so that no path leads out of the folder; the static server serves every other path. */
const TEXT_FILE = /^(?:\/[\w-]+)*\/(?:[\w-]+\.(?:html|md|txt|xml)|feed\.json)?$/

/** The address of the docs without its last slash, with or without the host, and the query. */
const WITHOUT_SLASH = /^(?:https?:\/\/[^/]+)?\/docs(\?.*|)$/

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  xml: "application/xml; charset=utf-8"
}

/** The text file at a path of the docs, and its type. */
const textFileOf = (path: string) => {
  if (!TEXT_FILE.test(path)) return undefined
  const name = path.endsWith("/") ? `${path}index.html` : path
  return { name, type: types[name.split(".").at(-1) ?? ""] ?? "" }
}

/** The system's words for a path that no file can have: one that is too long, or leads through a file. */
const NO_NAME: ReadonlyArray<unknown> = ["ENAMETOOLONG", "ENOTDIR"]

/** The static server takes these for defects of its own. */
const isOfNoName = ({ reason }: HttpServerError.HttpServerError): boolean =>
  reason._tag === "InternalError" &&
  reason.cause instanceof PlatformError.PlatformError &&
  NO_NAME.includes((reason.cause.reason.cause as NodeJS.ErrnoException | undefined)?.code)

const wantsHtml = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["accept"]?.toLowerCase().includes("text/html") === true

/**
 * The built docs, under /docs: each page has a policy that keeps it from calling another host, and a wrong address
 * returns a page to browsers. `shownAddress` replaces localhost:4000 in the samples, and `docsUrl` the examples' address of
 * the docs.
 */
export const docsAt = (root: string, shownAddress: string | undefined, docsUrl: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const router = yield* HttpRouter.HttpRouter
      const fs = yield* FileSystem.FileSystem
      const files = yield* HttpStaticServer.make({ root, cacheControl })

      const read = Effect.fnUntraced(function* (name: string) {
        const text = withDocsAt(yield* fs.readFileString(join(root, name)), docsUrl)
        return shownAddress === undefined ? text : withAddress(text, shownAddress)
      })

      const policyOf = (text: string, contentType: string) =>
        docsPolicy(contentType === types["html"] ? text : "")

      /** The pages that were asked for, each as it was when its file was written. */
      const pages = new Map<string, { readonly written: string; readonly document: SharedDocument }>()

      const page = Effect.fnUntraced(function* ({
        name,
        type
      }: {
        readonly name: string
        readonly type: string
      }) {
        const { ino, mtime } = yield* fs.stat(join(root, name))
        const written = `${Option.getOrUndefined(mtime)?.getTime()} ${Option.getOrUndefined(ino)}`
        const known = pages.get(name)
        if (known?.written === written) return known.document
        const text = yield* read(name)
        const document = sharedDocument(text, type, {
          "content-security-policy": policyOf(text, type),
          "cache-control": cacheControl
        })
        pages.set(name, { written, document })
        return document
      }, Effect.option)

      const notFoundPage = Effect.gen(function* () {
        const text = Option.getOrElse(yield* Effect.option(read("404.html")), () => notBuiltPage)
        const contentType = types["html"] ?? ""
        return HttpServerResponse.text(text, {
          status: 404,
          contentType,
          headers: { "content-security-policy": policyOf(text, contentType), "cache-control": "no-store" }
        })
      })

      const isMissing = (error: HttpServerError.HttpServerError) => error.reason._tag === "RouteNotFound"
      const missing = (request: HttpServerRequest.HttpServerRequest) =>
        new HttpServerError.HttpServerError({ reason: new HttpServerError.RouteNotFound({ request }) })

      const answer = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        // Without the slash, each link of the page would lead beside the docs.
        const [, query] = WITHOUT_SLASH.exec(request.originalUrl) ?? []
        if (query !== undefined) return HttpServerResponse.redirect(`/docs/${query}`, { status: 301 })
        // Without the prefix, the host and the query.
        const [path = ""] = request.url.split(/[?#]/, 1)
        const file = textFileOf(path)
        const found = file === undefined ? Option.none() : yield* page(file)
        if (Option.isSome(found)) return yield* found.value.answerTo(request)
        return yield* files.pipe(
          Effect.mapError((error) => (isOfNoName(error) ? missing(request) : error)),
          Effect.map(HttpServerResponse.setHeader("content-security-policy", docsPolicy())),
          Effect.catch((error) =>
            isMissing(error) && wantsHtml(request) ? notFoundPage : HttpServerRespondable.toResponse(error)
          )
        )
      })

      yield* router
        .prefixed("/docs")
        .add("GET", "/*", Effect.flatMap(HttpServerRequest.HttpServerRequest, answer))
    })
  )

/** Leads every path below /docs to the docs at another address. */
export const docsElsewhere = (docsUrl: string) => {
  const root = docsUrl.replace(/\/+$/, "")
  const lead = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const [path = ""] = url.split(/[?#]/, 1)
    return HttpServerResponse.redirect(`${root}${path.slice("/docs".length)}`)
  })
  return HttpRouter.add("GET", "/docs/*", lead)
}
