import { blocksOf } from "@embedded-super/contract-tests/guides/blocks"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const GUIDES = "packages/docs/guides/operators"

/** A place of the guide's machines, and the one that stands for it here. */
export type Place = readonly [inTheGuide: string, here: string]

/** A file that the guide shows, with the places of this machine; fails if the guide doesn't name one of them. */
export const guideFile = (title: string, places: ReadonlyArray<Place>, guide = "cluster"): string => {
  const page = `${GUIDES}/${guide}.md`
  const block = blocksOf(readFileSync(join(projectRoot, page), "utf8")).find(
    ({ meta }) => meta["title"] === title
  )
  if (block === undefined) throw new Error(`${page} shows no ${title}.`)
  return places.reduce((text, [inTheGuide, here]) => {
    if (!text.includes(inTheGuide)) throw new Error(`${title} of ${page} has no ${inTheGuide}.`)
    return text.replaceAll(inTheGuide, here)
  }, block.text)
}
