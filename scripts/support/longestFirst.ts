/**
 * The order in which `test:long` runs its files. Vitest remembers how long each took, but not on a fresh clone: there it begins
 * with the largest file. The conformance kits' tests are a few lines and take minutes, so they would run last, and alone.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { readEvidence } from "./evidence.ts"

/** Begins with the files that took longest in the last evidence; a new file begins first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const took = Object.entries(readEvidence()?.files ?? {})
    const secondsOf = ({ moduleId }: TestSpecification) =>
      took.find(([file]) => moduleId.endsWith(`/${file}`))?.[1].seconds ?? Number.MAX_SAFE_INTEGER
    return files.toSorted((one, other) => secondsOf(other) - secondsOf(one))
  }
}
