import { expect, it } from "vitest"
import { docsLine } from "./builds.ts"

const built = (code: number) => ({ ended: Promise.resolve({ code, signal: null }) })

it("a line says where the docs are once they are built, or that they can't be", async () => {
  const url = "http://localhost:4160/docs/"
  expect(await docsLine(built(0), url)).toBe(`docs     The docs are built: ${url}`)
  expect(await docsLine(built(1), url)).toMatch(/^docs {5}The docs can't be built; the rest keeps running\. /)
})
