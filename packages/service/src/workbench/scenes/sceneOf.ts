/**
 * Makes a scene of a part of the time line: an Arazzo document that pulls the same levers and makes the partner's calls
 * again, in order, and waits in between for what happened (scenes/README.md has the form). `operations` has what can be
 * called, `References` stands in for ids, `madeUp` for people, and `waits` finds what to wait for.
 *
 * Why not the calls of people in embeds: an embed's URL opens once, and its steps need what the frame was shown. A session
 * that a person moved on in an embed is advanced by the sandbox's operation instead.
 *
 * The trap: a scene is saved to a file. It holds values as the time line shows them; every masked one is made up.
 */

import type { SceneRequest, TimelineEntry } from "@embedded-super/contracts/schemas"
import { SessionAdvance } from "@embedded-super/contracts/schemas"
import { stringify } from "yaml"
import { isMasked, makingUp } from "./madeUp.ts"
import { operationNamed, parametersIn, readerOf, type SceneOperation } from "./operations.ts"
import { References } from "./References.ts"
import type { ArazzoStep, SceneEntry } from "./ScenePart.ts"
import { BEGIN, beginStep, milestonesIn, waitStep } from "./waits.ts"

/** What a scene is made of, and what could not be part of it. */
export interface MadeScene {
  readonly document: string
  /** How many levers and calls it has. */
  readonly actions: number
}

const READS: ReadonlySet<string> = new Set(["GET", "HEAD"])
const NO_CONTENT: ReadonlySet<string> = new Set(["setAto", "setFundCredentials"])
const ADVANCES: ReadonlySet<string> = new Set(SessionAdvance.fields.to.literals)

const camelCase = (name: string): string =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const titled = (name: string): string => {
  const words = name.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The levers and calls of a part, one after another, each with what the scene needs to do it again. */
class SceneWriter {
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

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined

/** A pulled lever; false if it can't be pulled again. */
const addLever = (writer: SceneWriter, { detail, summary }: TimelineEntry): boolean => {
  const operation = operationNamed(detail["lever"] ?? "")
  if (operation === undefined || detail["body"] === undefined) return false
  const body = writer.payload(JSON.parse(detail["body"]), undefined)
  const target = detail["target"]
  const path = parametersIn(operation, operation.path).map(([name]) => {
    const named = name === "slug" ? "fund" : name
    return [name, writer.standInFor(target ?? "", named)] as const
  })
  const status = NO_CONTENT.has(operation.name) ? 204 : 200
  writer.call(operation, writer.stepNamed(operation.name), { body, description: summary, path, status })
  return true
}

/** A call of the partner; false if its body isn't kept any more, or can't be sent. */
const addCall = (
  writer: SceneWriter,
  operation: SceneOperation,
  { answer, entry, request }: SceneEntry
): boolean => {
  const { path: called, status } = entry
  if (request === undefined || called === null || status === null) return false
  // `respect` sends an empty object as no body at all.
  const { shown } = request
  const hasBody = typeof shown === "object" && shown !== null && Object.keys(shown).length > 0
  if (operation.needsBody && !hasBody) return false
  const path = parametersIn(operation, called).map(
    ([name, value]) => [name, writer.standInFor(value, name)] as const
  )
  const reader = request.headers["if-match"] === undefined ? undefined : readerOf(operation)
  const headers: Array<unknown> = []
  if (reader !== undefined) {
    const read = writer.stepNamed(reader.name)
    const etag = writer.references.output(read, "etag", "$response.header.etag")
    writer.call(reader, read, { description: "The partner reads its present version.", path, status: 200 })
    headers.push({ name: "If-Match", in: "header", value: etag })
  }
  const stepId = writer.stepNamed(operation.name)
  writer.call(operation, stepId, {
    ...(hasBody ? { body: writer.payload(shown, request.original) } : {}),
    description: `The partner calls ${operation.name}.`,
    headers,
    path,
    status
  })
  writer.references.learn(stepId, answer?.original ?? answer?.shown)
  return true
}

/** The state that a person brought a session to in an embed; undefined for anything else. */
const movedInEmbed = (
  entry: TimelineEntry,
  bySpan: ReadonlyMap<string, TimelineEntry>
): { readonly id: string; readonly to: string } | undefined => {
  const parent = bySpan.get(entry.parent_id ?? "")
  const to = entry.detail["to_state"]
  const session = entry.about.find(({ kind }) => kind === "onboarding_session")
  const isByPerson = entry.kind === "session_changed" && parent?.path?.startsWith("/embed-api/") === true
  return isByPerson && to !== undefined && session !== undefined && ADVANCES.has(to)
    ? { id: session.id, to }
    : undefined
}

const advance = operationNamed("advanceOnboardingSession")

const addAdvance = (
  writer: SceneWriter,
  { id, to }: { readonly id: string; readonly to: string },
  fund: string | undefined
): void => {
  if (advance === undefined) return
  const chosen = fund === undefined ? {} : { fund: writer.standInFor(fund, "fund") }
  writer.call(advance, writer.stepNamed(advance.name), {
    body: { to, ...chosen },
    description: `The employee goes on to ${to.replaceAll("_", " ")}.`,
    path: [["id", writer.standInFor(id, "onboarding_session_id")]],
    status: 200
  })
}

/** The slug of the fund that a session's registration went to. */
const fundOf = (id: string, entries: ReadonlyArray<TimelineEntry>): string | undefined =>
  entries
    .filter(({ about, kind }) => kind === "fund_called" && about.some((thing) => thing.id === id))
    .flatMap(({ about }) => about.filter(({ kind }) => kind === "fund"))[0]?.id

const LOOKS_PER_SECOND = 10
const FEWEST_LOOKS = 200

/** How often a wait looks: for twice as long as the longest gap took. */
const looksFor = (entries: ReadonlyArray<TimelineEntry>): number => {
  const gaps = entries.slice(1).map((entry, at) => entry.began_us - (entries[at]?.began_us ?? 0))
  const longest = Math.max(0, ...gaps) / 1_000_000
  return Math.max(FEWEST_LOOKS, Math.ceil(longest * 2 * LOOKS_PER_SECOND))
}

/** The scene of these entries, which are in causal order. */
export const sceneOf = (
  { first_seq, last_seq, name }: SceneRequest,
  part: ReadonlyArray<SceneEntry>
): MadeScene => {
  const writer = new SceneWriter(name)
  const entries = part.map(({ entry }) => entry)
  const bySpan = new Map(entries.flatMap((entry) => (entry.span_id === null ? [] : [[entry.span_id, entry]])))
  const { begun, step } = beginStep(writer.references)
  writer.stepNamed(BEGIN)
  writer.steps.push(step)
  let gap: Array<TimelineEntry> = []
  let answered: TimelineEntry | undefined
  let moved: ReturnType<typeof movedInEmbed>

  const aboutOf = ({ id, kind }: TimelineEntry["about"][number]): string | undefined => {
    if (kind === "fund")
      return writer.references.inputs.some(([, value]) => value === id)
        ? writer.standInFor(id, "fund")
        : undefined
    return writer.references.isMade(id) ? writer.standInFor(id, kind) : undefined
  }

  /** What a person did in an embed, and then what followed, before the next step. */
  const close = (until: number) => {
    if (moved !== undefined) {
      addAdvance(writer, moved, fundOf(moved.id, entries))
      writer.actions += 1
    }
    moved = undefined
    for (const milestone of milestonesIn(gap, answered, aboutOf)) {
      const kind = milestone.entry.kind.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) =>
        letter.toUpperCase()
      )
      writer.steps.push(waitStep(writer.stepNamed(`wait${kind}`), milestone, entries.slice(0, until), begun))
    }
    gap = []
  }

  for (const [at, one] of part.entries()) {
    const { entry } = one
    const operation =
      entry.kind === "call_received" ? operationNamed(entry.detail["operation"] ?? "") : undefined
    const isCall = operation?.source === "partner-api" && !READS.has(operation.method)
    if (entry.kind !== "lever_pulled" && !isCall) {
      moved = movedInEmbed(entry, bySpan) ?? moved
      gap.push(entry)
      continue
    }
    close(at)
    answered = entry
    const isAdded = isCall ? addCall(writer, operation, one) : addLever(writer, entry)
    if (isAdded) writer.actions += 1
    else writer.leftOut.add(`${operation?.name ?? entry.detail["lever"]} (entry ${entry.seq})`)
  }
  close(part.length)

  const made = `Made of the entries ${first_seq} to ${last_seq} of a time line. People in it are made up.`
  const leftOut = [...writer.leftOut].join(", ")
  const parameter = (value: string) => ({ name: "X-API-Key", in: "header", value: `$inputs.${value}` })
  const parameters = {
    ...(writer.keys.has("product_key") ? { productKey: parameter("product_key") } : {}),
    ...(writer.keys.has("partner_key") ? { partnerKey: parameter("partner_key") } : {})
  }
  const sources = new Set(writer.steps.map(({ operationId }) => operationId.split(".")[1] ?? ""))
  const document = {
    arazzo: "1.0.1",
    info: {
      title: titled(name),
      version: "1.0.0",
      description:
        leftOut === "" ? made : `${made} Left out, because their bodies aren't kept or are empty: ${leftOut}.`
    },
    sourceDescriptions: [...sources].toSorted().map((source) => ({
      name: source,
      url: `../packages/contracts/bundled/${source}.json`,
      type: "openapi"
    })),
    workflows: [
      {
        workflowId: camelCase(name),
        summary: titled(name),
        inputs: { $ref: "#/components/inputs/run" },
        steps: writer.steps.map((step) => {
          const outputs = writer.references.outputsOf(step.stepId)
          return outputs === undefined ? step : { ...step, outputs }
        })
      }
    ],
    components: {
      inputs: { run: inputsOf(writer) },
      ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
      failureActions: {
        lookAgain: { name: "lookAgain", type: "retry", retryAfter: 0.1, retryLimit: looksFor(entries) }
      }
    }
  }
  return { document: stringify(document), actions: writer.actions }
}

const RUN_ID = {
  type: "string",
  pattern: "^[a-z0-9-]{1,40}$",
  description: "Makes the remote ids of the run its own."
}
const key = (whose: string) => ({ type: "string", format: "password", description: `The key of ${whose}.` })

/** The inputs of a scene, by the names that the command `scene` gives values to. */
const inputsOf = (writer: SceneWriter) => {
  const keys = {
    ...(writer.keys.has("product_key") ? { product_key: key("a sandboxed product") } : {}),
    ...(writer.keys.has("partner_key") ? { partner_key: key("a sandboxed partner") } : {}),
    ...(writer.usesWebhookUrl
      ? { webhook_url: { type: "string", description: "Where the partner simulator receives webhooks." } }
      : {})
  }
  const given = writer.references.inputs.map(([name, value]) => [
    name,
    { type: "string", description: `The ${name.replaceAll("_", " ")}.`, default: value }
  ])
  return {
    type: "object",
    description: "What a run needs to know.",
    required: ["run_id", ...Object.keys(keys)],
    properties: { run_id: RUN_ID, ...keys, ...Object.fromEntries(given) }
  }
}
