/** The pictures of our pages in the guides: each is shown, small, and of the page as it is. */
import { globSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isWithoutBrowser, launch } from "../../../embed/test/browser.ts"
import { digestOf, file, folder, pictures, type Taken } from "./pagePictures.ts"

const taken = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Taken>>
const names = Object.keys(pictures)
const AGAIN = "Take the pictures again: node packages/docs/test/pictures/takePagePictures.ts"

it("there is a picture of each page, light and dark, a guide shows it, and there is no other", () => {
  expect(Object.keys(taken), AGAIN).toEqual(names)
  const files = names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
  expect(readdirSync(folder).toSorted(), AGAIN).toEqual(files.toSorted())
  const guides = globSync("guides/**/*.md", { cwd: join(folder, "../..") })
    .map((guide) => readFileSync(join(folder, "../..", guide), "utf8"))
    .join("\n")
  for (const name of names) expect(guides).toContain(`](../../public/pages/${name}-light.webp)`)
  for (const name of files) expect(statSync(join(folder, name)).size, name).toBeLessThanOrEqual(90_000)
})

describe.skipIf(isWithoutBrowser)("a picture", () => {
  let browser: Browser
  beforeAll(async () => void (browser = await launch()))
  afterAll(() => browser?.close())

  it.each(names)("%s shows the page as it is now", async (name) => {
    const { height, open, width } = pictures[name]!
    const { close, page } = await open(browser, { viewport: { width, height }, reducedMotion: "reduce" })
    expect(taken[name], AGAIN).toEqual({ width, height, page: await digestOf(page) })
    await close()
  })
})
