import type { Position } from "../Change.ts"
import { brief, canonical, objectOf, textOf } from "../json.ts"
import type { Place } from "../Place.ts"
import { part } from "../Place.ts"
import type { Comparing } from "./Comparing.ts"
import { everyone, noReader } from "./Comparing.ts"
import { compareRequestBody } from "./content.ts"
import { compareParameters } from "./parameters.ts"
import { compareResponses } from "./responses.ts"
import { compareSecurity } from "./security.ts"

/** An operation, with its path item. */
export interface Operation {
  readonly path: string
  readonly item: Place
  readonly place: Place
}

const opposite: Readonly<Record<Position, Position>> = { request: "response", response: "request" }

/**
 * Compares one operation with itself. `request` is the position of what is sent to the implementers of the document; in
 * an OpenAPI document's webhooks, where the service calls, requests come from them.
 */
export const compareOperation = (
  comparing: Comparing,
  before: Operation,
  after: Operation,
  request: Position = "request"
): void => {
  const [old, young] = [objectOf(before.place.value), objectOf(after.place.value)]
  const at = after.place.at
  if (old["operationId"] !== young["operationId"]) {
    // Code that is generated from the document is named for it: clients on one side, stubs on the other.
    const says = `operationId ${textOf(old["operationId"])} became ${textOf(young["operationId"])}`
    comparing.find("operation-id-changed", `${at}/operationId`, says, everyone, textOf(young["operationId"]))
  }
  for (const keyword of ["callbacks", "servers"]) {
    if (canonical(old[keyword]) === canonical(young[keyword])) continue
    const to = brief(canonical(young[keyword]))
    comparing.find(`${keyword}-changed`, `${at}/${keyword}`, `its ${keyword} changed`, everyone, to)
  }
  compareRetirement(comparing, before.place, after.place)
  compareSecurity(comparing, before.place, after.place)
  compareParameters(
    comparing,
    request,
    { path: before.path, holders: [before.item, before.place] },
    { path: after.path, holders: [after.item, after.place] }
  )
  compareRequestBody(comparing, request, part(before.place, "requestBody"), part(after.place, "requestBody"))
  compareResponses(
    comparing,
    opposite[request],
    part(before.place, "responses"),
    part(after.place, "responses")
  )
}

/** A deprecation or a later end breaks no reader; an earlier end does. */
const compareRetirement = (comparing: Comparing, before: Place, after: Place): void => {
  const [old, young] = [objectOf(before.value), objectOf(after.value)]
  if (old["deprecated"] !== true && young["deprecated"] === true) {
    comparing.find("deprecated", after.at, "is deprecated", noReader, textOf(young["x-sunset"]))
  }
  if (old["deprecated"] === true && young["deprecated"] !== true) {
    comparing.find("deprecation-withdrawn", after.at, "is no longer deprecated", noReader)
  }
  const [ends, willEnd] = [textOf(old["x-sunset"]), textOf(young["x-sunset"])]
  if (ends === willEnd || old["deprecated"] !== true || young["deprecated"] !== true) return
  const nearer = willEnd !== undefined && (ends === undefined || willEnd < ends)
  comparing.find(
    "sunset-changed",
    after.at,
    `its end ${ends ?? "(none)"} became ${willEnd ?? "(none)"}`,
    nearer ? everyone : noReader,
    willEnd ?? "none"
  )
}
