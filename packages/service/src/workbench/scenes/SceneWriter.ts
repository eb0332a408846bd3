import { memberOf } from "@embedded-super/http-manners"
import type { TimelineEntry } from "@embedded-super/contracts/schemas"
import { isMasked, makingUp, References } from "./References.ts"
import type { SceneOperation } from "./actions.ts"

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

/** The levers and calls of a part, one after another, each with the data to do it again in a scene. */
export class SceneWriter {
  readonly references = new References()
  readonly steps: Array<ArazzoStep> = []
  readonly keys = new Set<"product_key" | "partner_key">()
  readonly leftOut = new Set<string>()
  actions = 0
  #isHook = false
  readonly #names = new Map<string, number>()
  readonly #makeUp: ReturnType<typeof makingUp>

  constructor(name: string) {
    this.#makeUp = makingUp(name)
  }

  get usesWebhookUrl(): boolean {
    return this.#isHook
  }

  stepNamed(name: string): string {
    const times = (this.#names.get(name) ?? 0) + 1
    this.#names.set(name, times)
    return times === 1 ? name : `${name}${times}`
  }

  /** A fund in a lever's path, or a thing's id. */
  standInFor(value: string, named: string): string {
    return this.references.for(value, named) ?? this.references.input(value, named)
  }

  /** A body with references in place of ids, and made-up values in place of masked ones. */
  payload(shown: unknown, original: unknown, path: ReadonlyArray<string> = []): unknown {
    if (Array.isArray(shown)) {
      return shown.map((item, at) =>
        this.payload(item, memberOf(original, String(at)), [...path, String(at)])
      )
    }
    if (typeof shown === "object" && shown !== null) {
      return Object.fromEntries(
        Object.entries(shown).map(([key, item]) => [
          key,
          this.payload(item, memberOf(original, key), [...path, key])
        ])
      )
    }
    if (typeof shown !== "string") return shown
    const named = path.slice(-2).join("_")
    const id = this.references.for(shown, named === "" ? "id" : named)
    if (id !== undefined) return id
    if (path.at(-1) === "fund") return this.references.input(shown, "fund")
    const isName = path.at(-1) === "remote_id" || path.at(-1) === "slug"
    if (!isName && !isMasked(shown)) return shown
    const value = this.#makeUp(path, typeof original === "string" ? original : shown)
    if (value.includes("webhook_url")) this.#isHook = true
    return value
  }

  key({ key }: SceneOperation): ReadonlyArray<unknown> {
    if (key === undefined) return []
    this.keys.add(key)
    return [{ reference: `$components.parameters.${key === "product_key" ? "productKey" : "partnerKey"}` }]
  }

  /** A call with its key and its path; `body` undefined for none. */
  call(
    operation: SceneOperation,
    stepId: string,
    {
      body,
      description,
      headers = [],
      path,
      status
    }: {
      readonly body?: unknown
      readonly description: string
      readonly headers?: ReadonlyArray<unknown>
      readonly path: ReadonlyArray<readonly [name: string, value: string]>
      readonly status: number
    }
  ): void {
    const parameters = [
      ...this.key(operation),
      ...path.map(([name, value]) => ({ name, in: "path", value })),
      ...headers
    ]
    this.steps.push({
      stepId,
      description,
      operationId: `$sourceDescriptions.${operation.source}.${operation.name}`,
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined ? {} : { requestBody: { contentType: "application/json", payload: body } }),
      successCriteria: [{ condition: `$statusCode == ${status}` }]
    })
  }
}
