import { Changes } from "../Change.ts"
import type { Change, Position } from "../Change.ts"
import type { DocumentName } from "../documents.ts"
import { listOf, objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import type { Place } from "../Place.ts"
import { part, parts, whole } from "../Place.ts"
import { SchemaGraph } from "../schema/SchemaGraph.ts"
import { comparing, everyone, noReader } from "./Comparing.ts"
import { compareOperation } from "./operation.ts"
import type { Operation } from "./operation.ts"

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

/** The operations of `paths` or `webhooks`, by method and path. One that is still planned isn't promised to anyone. */
const operationsOf = (holder: Place | undefined, named: (method: string, path: string) => string) => {
  const found = new Map<string, Operation & { readonly where: string }>()
  for (const [path, item] of parts(holder)) {
    for (const method of methods) {
      const place = part(item, method)
      if (place === undefined || objectOf(place.value)["x-planned"] !== undefined) continue
      // A path is the same under other names of its parameters.
      const id = `${method} ${path.replaceAll(/\{[^}]+\}/g, "{}")}`
      found.set(id, { path, item, place, where: named(method, path) })
    }
  }
  return found
}

/** All changes between two bundled OpenAPI documents. */
export const compareOpenApi = (document: DocumentName, before: Json, after: Json): ReadonlyArray<Change> => {
  const changes = new Changes(document)
  const graph = new SchemaGraph()
  const compareAll = (
    section: "paths" | "webhooks",
    named: (method: string, path: string) => string,
    request: Position
  ): void => {
    const [old, young] = [before, after].map((each) => operationsOf(part(whole(each), section), named))
    for (const [id, operation] of old ?? []) {
      const kept = young?.get(id)
      const at = comparing(document, graph, changes, (kept ?? operation).where)
      if (kept === undefined) at.find("operation-removed", operation.place.at, "is gone", everyone)
      else compareOperation(at, operation, kept, request)
    }
    for (const [id, operation] of young ?? []) {
      if (old?.has(id) === true) continue
      const at = comparing(document, graph, changes, operation.where)
      // Receivers tolerate events that they don't know (R-9-8); who chooses its operations isn't asked for more.
      const free = section === "webhooks" || at.published.implementersChoose
      at.find("operation-added", operation.place.at, "is new", free ? noReader : ["implementers"])
    }
  }
  compareAll("paths", (method, path) => `${method.toUpperCase()} ${path}`, "request")
  compareAll("webhooks", (_, name) => `webhook ${name}`, "response")
  if (!comparing(document, graph, changes, "").published.implementersChoose) {
    compareServers(changes, before, after)
  }
  return changes.all()
}

/** An address that is removed no longer answers. */
const compareServers = (changes: Changes, before: Json, after: Json): void => {
  const urls = (document: Json) =>
    listOf(document["servers"]).map((server) => String(objectOf(server)["url"]))
  for (const url of urls(before)) {
    if (urls(after).includes(url)) continue
    changes.add("servers", {
      kind: "server-removed",
      at: "/servers",
      says: `${url} is gone`,
      to: url,
      breaks: ["callers"]
    })
  }
  for (const url of urls(after)) {
    if (urls(before).includes(url)) continue
    changes.add("servers", {
      kind: "server-added",
      at: "/servers",
      says: `${url} is new`,
      to: url,
      breaks: noReader
    })
  }
}
