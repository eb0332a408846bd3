/** The bytes that a person's phone loads. They are printed; over budget fails. */
import { expect, it } from "vitest"
import { sharedEmbeds } from "./shared.ts"
import { sizesIn } from "./sizes.ts"

const { folder } = await sharedEmbeds()

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(2)} kB`

it.each(sizesIn(folder))("$what", ({ budget, bytes, what }) => {
  console.log(`${what}: ${kilobytes(bytes)} of ${kilobytes(budget)}`)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(budget)
})
