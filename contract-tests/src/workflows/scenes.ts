/** The scenes of the folder `scenes`, and the one in the guide, as text and read. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { blocksOf } from "../guides/blocks.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"
import type { Workflow } from "./filters.ts"

export const sceneNames = [
  "breaker",
  "failing-fund",
  "late-membership",
  "lost-answer",
  "secret-rotation",
  "stale-list"
]
const textOf = (name: string) => readFileSync(join(projectRoot, "scenes", `${name}.arazzo.yaml`), "utf8")

const guide = readFileSync(join(projectRoot, "packages/docs/guides/developers/scenes.md"), "utf8")

/** The scene in the guide. */
export const sample = blocksOf(guide).find(({ language }) => language === "yaml")?.text ?? ""

export interface Scene {
  readonly info: { readonly title: string }
  readonly workflows: readonly [Workflow]
}

/** Those of the folder in the order of their names, then the guide's. */
export const scenes = [...sceneNames.map(textOf), sample].map((text): Scene => parse(text))
