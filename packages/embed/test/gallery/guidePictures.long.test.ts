/** The pictures of screens in the docs' guides: each is there, small, and of the screen as it is. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type Picture, picturesFile, screensFolder, shownInGuides, snapshotDigest } from "./scenes.ts"

const taken = JSON.parse(readFileSync(picturesFile, "utf8")) as Readonly<Record<string, Picture>>
const AGAIN = "Take the pictures again: node packages/embed/test/gallery/guidePictures.ts"

it("there is a picture of each screen that a guide shows, light and dark, and no other", () => {
  const wanted = shownInGuides()
  expect(wanted.length).toBeGreaterThan(11)
  expect(Object.keys(taken).toSorted(), AGAIN).toEqual(wanted)
  expect(readdirSync(screensFolder).toSorted(), AGAIN).toEqual(
    wanted.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
  )
})

it("each picture shows the screen as the gallery's snapshot has it now", () => {
  const outdated = Object.entries(taken).flatMap(([name, { snapshot }]) =>
    snapshot === snapshotDigest(name) ? [] : [name]
  )
  expect(outdated, AGAIN).toEqual([])
})

it("each picture is a WebP file of at most 40 kB, finer than its size on the page", () => {
  for (const [name, { height, width }] of Object.entries(taken))
    for (const scheme of ["light", "dark"]) {
      const file = join(screensFolder, `${name}-${scheme}.webp`)
      expect(statSync(file).size, file).toBeLessThanOrEqual(40_000)
      expect(sizeOf(readFileSync(file)), file).toEqual([width * 1.5, Math.round(height * 1.5)])
    }
})

/** Width and height of a lossy WebP file: 14 bits each in its VP8 frame. */
const sizeOf = (file: Buffer): readonly [width: number, height: number] => {
  expect(file.toString("latin1", 0, 4) + file.toString("latin1", 8, 12)).toBe("RIFFWEBP")
  const frame = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
  return [file.readUInt16LE(frame + 3) & 0x3fff, file.readUInt16LE(frame + 5) & 0x3fff]
}
