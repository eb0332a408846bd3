import { blocksOf } from "@embedded-super/contract-tests/guides/blocks"
import { projectRoot } from "@embedded-super/program/projectRoot"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const GUIDE = "packages/docs/guides/operators/cluster.md"

/** A place of the guide's machines, and the one that stands for it here. */
export type Place = readonly [inTheGuide: string, here: string]

/** A file that the guide shows, with the places of this machine; fails if the guide doesn't name one of them. */
export const guideFile = (title: string, places: ReadonlyArray<Place>): string => {
  const block = blocksOf(readFileSync(join(projectRoot, GUIDE), "utf8")).find(
    ({ meta }) => meta["title"] === title
  )
  if (block === undefined) throw new Error(`${GUIDE} shows no ${title}.`)
  return places.reduce((text, [inTheGuide, here]) => {
    if (!text.includes(inTheGuide)) throw new Error(`${title} of ${GUIDE} has no ${inTheGuide}.`)
    return text.replaceAll(inTheGuide, here)
  }, block.text)
}
