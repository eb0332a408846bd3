import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { fileURLToPath } from "node:url"
import { Settings } from "../config/Settings.ts"
import { OperatorError } from "../OperatorError.ts"
import { docsAt, docsElsewhere } from "./Docs.http.ts"
import { sharedDocument, withDocsAt } from "./sharedDocument.ts"

const bundled = (name: string) =>
  fileURLToPath(import.meta.resolve(`@embedded-super/contracts/bundled/${name}`))

/**
 * Puts this service first among the servers of an OpenAPI document, so that clients generated from it call this one.
 */
const servedHere = (document: string, baseUrl: string): string => {
  const { servers, ...rest } = JSON.parse(document)
  const here = { url: baseUrl, description: "This service" }
  const others = servers.filter((server: { readonly url: string }) => server.url !== baseUrl)
  return JSON.stringify({ ...rest, servers: [here, ...others] })
}

const notBuilt = new OperatorError({
  problem: "The documents of the APIs (packages/contracts/bundled) aren't built.",
  remedy: "Build them: npx --yes pnpm@12.21.0 generate."
})

/** A bundled spec, read once; clients are generated from it. */
const spec = (path: "/openapi.json" | "/asyncapi.json", name: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { baseUrl, instance } = yield* Settings
      const bundle = yield* Effect.mapError(fs.readFileString(bundled(name)), () => notBuilt)
      const text = withDocsAt(bundle, instance.docs_url)
      const body = path === "/openapi.json" ? servedHere(text, baseUrl) : text
      const { answerTo } = sharedDocument(body, "application/json", {
        // Specs are public, and tools in browsers read them.
        "access-control-allow-origin": "*",
        "cache-control": "public, max-age=300"
      })
      return HttpRouter.add("GET", path, Effect.flatMap(HttpServerRequest, answerTo))
    })
  )

/**
 * The docs describe running everything on one's own machine. In development that is this service, so their samples call
 * its own address; elsewhere they are unchanged. Where the operator publishes the docs at another address, it leads there.
 */
const docs = Layer.unwrap(
  Effect.map(Settings, ({ baseUrl, dev, docsDir, instance: { docs_url } }) =>
    docs_url.startsWith(`${baseUrl}/docs`)
      ? docsAt(docsDir, dev ? baseUrl : undefined, docs_url)
      : docsElsewhere(docs_url)
  )
)

/** The documents published beside the APIs: the specs in one file each, and the docs. */
export const PublishedHttp = Layer.mergeAll(
  spec("/openapi.json", "partner-api"),
  spec("/asyncapi.json", "webhooks"),
  docs
)

/** The way from the address alone to the docs. With `--dev` the Workbench is there. */
export const DocsAtRoot = HttpRouter.add("GET", "/", HttpServerResponse.redirect("/docs/"))
