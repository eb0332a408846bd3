import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Block, blocksOf } from "./blocks.ts"
import { projectRoot } from "@embedded-super/program/projectRoot"

/** The pages of recipes, below the guides: each recipe begins in an empty folder. */
export const CLIENTS = "developers/generate-a-client.md"
export const FRAMEWORKS = "partners/verify-in-frameworks.md"

/** A recipe of a guide: its heading and its commands, the common beginning included. */
export interface Recipe {
  readonly guide: string
  readonly name: string
  readonly blocks: ReadonlyArray<Block>
  /** The tools that it needs besides Node and npm, such as `java`. */
  readonly needs: ReadonlyArray<string>
}

/** The runnable recipes of a page: each `###` with a command block, after the blocks at the beginning of its `##`. */
export const recipesOf = (guide: string): ReadonlyArray<Recipe> => {
  const markdown = readFileSync(join(projectRoot, "packages/docs/guides", guide), "utf8")
  const lines = markdown.split("\n")
  const recipes: Array<{ name: string; blocks: Array<Block>; own: Array<Block> }> = []
  let beginning: Array<Block> = []
  let current: (typeof recipes)[number] | undefined
  const blocks = blocksOf(markdown)
  for (const [index, line] of lines.entries()) {
    const block = blocks.find((one) => one.line === index + 1)
    if (line.startsWith("## ")) [beginning, current] = [[], undefined]
    if (line.startsWith("### ")) {
      recipes.push((current = { name: line.slice(4), blocks: [...beginning], own: [] }))
    }
    if (block !== undefined) {
      ;(current?.blocks ?? beginning).push(block)
      current?.own.push(block)
    }
  }
  return recipes
    .filter(({ own }) => own.some(({ language, meta }) => language === "sh" && meta["norun"] === undefined))
    .map(({ blocks, name, own }) => ({
      guide,
      name,
      blocks,
      needs: own.flatMap(({ meta }) => meta["needs"]?.split(" ") ?? [])
    }))
}
