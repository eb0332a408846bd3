import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { fileURLToPath } from "node:url"
import { Settings } from "../config/Settings.ts"
import { docsAt } from "./Docs.http.ts"

const bundled = (name: string) =>
  fileURLToPath(import.meta.resolve(`@embedded-super/contracts/bundled/${name}`))

/** Puts this service first among the servers of an OpenAPI document, so that clients made from it call this one. */
const servedHere = (document: string, baseUrl: string): string => {
  const { servers, ...rest } = JSON.parse(document)
  const here = { url: baseUrl, description: "This service" }
  const others = servers.filter((server: { readonly url: string }) => server.url !== baseUrl)
  return JSON.stringify({ ...rest, servers: [here, ...others] })
}

/** A bundled spec, read once; it is what clients are generated from. */
const spec = (path: "/openapi.json" | "/asyncapi.json", name: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { baseUrl } = yield* Settings
      const text = yield* fs.readFileString(bundled(name))
      const body = path === "/openapi.json" ? servedHere(text, baseUrl) : text
      return HttpRouter.add(
        "GET",
        path,
        HttpServerResponse.text(body, {
          contentType: "application/json",
          // Specs are public, and read by tools in browsers.
          headers: { "access-control-allow-origin": "*", "cache-control": "public, max-age=300" }
        })
      )
    })
  )

/**
 * The docs tell how to run everything on one's own machine. In development this service is what they mean, so their samples call
 * its own address; elsewhere they stay as they are.
 */
const docs = Layer.unwrap(
  Effect.map(Settings, ({ baseUrl, dev, docsDir }) => docsAt(docsDir, dev ? baseUrl : undefined))
)

/** What is published beside the APIs: the specs in one file each, and the docs. */
export const PublishedHttp = Layer.mergeAll(
  spec("/openapi.json", "partner-api"),
  spec("/asyncapi.json", "webhooks"),
  docs,
  HttpRouter.add("GET", "/", HttpServerResponse.redirect("/docs/"))
)
