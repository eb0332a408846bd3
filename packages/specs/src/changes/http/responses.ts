import { objectOf } from "../json.ts"
import type { Position } from "../Change.ts"
import type { Reader } from "../documents.ts"
import type { Place } from "../Place.ts"
import { parts } from "../Place.ts"
import type { Comparing } from "./Comparing.ts"
import { everyone, noReader } from "./Comparing.ts"
import { compareContent, schemaOf } from "./content.ts"

/** A client treats an unknown error status as the x00 of its class (RFC 9110, 15). It can't do so for an unknown success. */
const isError = (status: string): boolean => /^[45]/.test(status) || status === "default"

export const compareResponses = (
  comparing: Comparing,
  position: Position,
  before: Place | undefined,
  after: Place | undefined
): void => {
  const [old, young] = [parts(before), parts(after)]
  const reads = position === "response" ? "callers" : "implementers"
  const sends = position === "response" ? "implementers" : "callers"
  for (const [status, response] of old) {
    const kept = young.get(status)
    if (kept !== undefined) {
      compareHeaders(comparing, position, response, kept)
      compareContent(comparing, position, response, kept)
    } else {
      const breaks: ReadonlyArray<Reader> = isError(status) ? [sends] : everyone
      comparing.find("status-removed", response.at, `${status} is no longer answered`, breaks, status)
    }
  }
  for (const [status, response] of young) {
    if (old.has(status)) continue
    comparing.find(
      "status-added",
      response.at,
      `${status} may be answered`,
      isError(status) ? noReader : [reads],
      status
    )
  }
}

const headersOf = (response: Place): ReadonlyMap<string, Place> =>
  new Map([...parts(partHeaders(response))].map(([name, header]) => [name.toLowerCase(), header]))

const partHeaders = (response: Place): Place | undefined => schemaOf(response, "headers")

const isRequired = (header: Place): boolean => objectOf(header.value)["required"] === true

/** Headers are as the properties of an open object: unknown ones are ignored. */
const compareHeaders = (comparing: Comparing, position: Position, before: Place, after: Place): void => {
  const [old, young] = [headersOf(before), headersOf(after)]
  for (const [name, header] of old) {
    const kept = young.get(name)
    if (kept === undefined) {
      const difference = {
        kind: "header-removed",
        at: header.at,
        to: name,
        says: `the header ${name} is gone`
      }
      comparing.judge(position, { ...difference, effects: ["wider"] })
      continue
    }
    if (isRequired(header) !== isRequired(kept)) {
      const required = isRequired(kept)
      comparing.judge(position, {
        kind: required ? "header-made-required" : "header-made-optional",
        at: kept.at,
        to: name,
        says: required ? `the header ${name} is now always sent` : `the header ${name} may now be left out`,
        effects: [required ? "narrower" : "wider"]
      })
    }
    comparing.schemas(position, schemaOf(header), schemaOf(kept))
  }
  for (const [name, header] of young) {
    if (old.has(name)) continue
    const required = isRequired(header)
    comparing.judge(position, {
      kind: required ? "required-header-added" : "header-added",
      at: header.at,
      to: name,
      says: `the header ${name} is ${required ? "now always sent" : "new"}`,
      effects: required ? ["narrower"] : []
    })
  }
}
