import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { redoclyConfig } from "./spec-documents.ts"
import type { SpecDocument } from "./spec-documents.ts"
import { runJsonTool, runTool } from "./tools.ts"

/** Redocly's own model spec, the museum, scores 86.5. */
export const lowestScore = 90

/** What Redocly makes of an OpenAPI document, of 100 points. */
export interface SpecScore {
  readonly points: number
  /**
   * The same with every "this schema, or null" read as that schema; only known where `points` is too low. JSON Schema has no
   * other way to say that a named value may be null, yet the score takes it for a choice between types, and twice over.
   */
  readonly pointsButForNull: number | undefined
}

export const scoreDocument = async (document: SpecDocument): Promise<SpecScore> => {
  const points = await score(document.name)
  return { points, pointsButForNull: points < lowestScore ? await scoreButForNull(document) : undefined }
}

/** The part of a summary line that tells the score, and why it is lower than it should be. */
export const describeScore = ({ points, pointsButForNull }: SpecScore): string => {
  const shown = `score ${points.toFixed(1)}`
  if (pointsButForNull === undefined) return shown
  return `${shown}, and ${pointsButForNull.toFixed(1)} but for "or null", which the score takes for a choice of types`
}

export const isHighEnough = ({ points, pointsButForNull }: SpecScore): boolean =>
  Math.max(points, pointsButForNull ?? 0) >= lowestScore

const score = async (nameOrFile: string): Promise<number> => {
  const args = ["score", nameOrFile, "--config", redoclyConfig, "--format", "json"]
  return (await runJsonTool<{ readonly agentReadiness: number }>("redocly", args)).agentReadiness
}

const scoreButForNull = async (document: SpecDocument): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), "spec-score-"))
  try {
    const file = join(folder, `${document.name}.json`)
    await runTool("redocly", ["bundle", document.name, "--config", redoclyConfig, "--output", file])
    await writeFile(file, JSON.stringify(withoutNull(JSON.parse(await readFile(file, "utf8")))))
    return await score(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `anyOf: [X, { type: "null" }]` becomes X, everywhere. */
export const withoutNull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== "object" || value === null) return value
  const { anyOf, ...rest } = value as { readonly anyOf?: unknown }
  const branches: ReadonlyArray<{ readonly type?: unknown }> = Array.isArray(anyOf) ? anyOf : []
  const others = branches.filter((branch) => branch.type !== "null")
  if (branches.length === 2 && others.length === 1) return withoutNull({ ...others[0], ...rest })
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNull(item)]))
}
