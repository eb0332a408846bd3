import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { assert, it } from "vitest"

const folder = fileURLToPath(new URL("../src/", import.meta.url))

/** The bundle of an application that uses everything but the mock, including the only dependency. */
const bundle = () =>
  build({
    stdin: {
      contents: ["index", "receivers/express", "receivers/fastify", "receivers/web"]
        .map((file) => `export * from "./${file}.ts"`)
        .join("\n"),
      resolveDir: folder
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    metafile: true,
    write: false
  })

it("weighs less than 15 kB, minified and gzipped, with client, webhooks and receivers", async () => {
  const { metafile, outputFiles } = await bundle()
  const code = outputFiles[0]?.text ?? ""
  for (const part of ["X-API-Key", "bad_signature", "removeAllContentTypeParsers"]) assert.include(code, part)
  const gzipped = gzipSync(code, { level: 9 }).length
  assert.isBelow(gzipped, 15_000)
  const packages = Object.keys(metafile.inputs).flatMap((file) =>
    Array.from(file.matchAll(/node_modules\/(?!\.pnpm)((?:@[^/]+\/)?[^/]+)/g), (match) => match[1])
  )
  assert.deepStrictEqual([...new Set(packages)], ["openapi-fetch"])
})
