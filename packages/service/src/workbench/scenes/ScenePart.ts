import type { TimelineEntry } from "@embedded-super/contracts/schemas"

/** A message of an entry: as it may be shown, and as it was, if that is still in memory. Both parsed from JSON. */
export interface SceneMessage {
  readonly shown: unknown
  readonly original: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** An entry of the time line, with its request and answer. */
export interface SceneEntry {
  readonly entry: TimelineEntry
  readonly request: SceneMessage | undefined
  readonly answer: SceneMessage | undefined
}

/** One step of an Arazzo workflow. */
export interface ArazzoStep {
  readonly stepId: string
  readonly description: string
  readonly operationId: string
  readonly parameters?: ReadonlyArray<unknown>
  readonly requestBody?: { readonly contentType: "application/json"; readonly payload: unknown }
  readonly successCriteria: ReadonlyArray<{ readonly condition: string }>
  readonly onFailure?: ReadonlyArray<unknown>
}
