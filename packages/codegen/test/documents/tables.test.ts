import { join, resolve } from "node:path"
import { expect, it } from "vitest"
import { isObject } from "../../src/documents/json.ts"
import { parseSpecs } from "../../src/parse/specs.ts"
import { findSources } from "../../src/sources.ts"

const specs = parseSpecs(findSources(join(resolve(import.meta.dirname, "../../../.."), "specs")))

/** [place, text] of each description. */
const textsOf = (value: unknown, path = ""): ReadonlyArray<readonly [string, string]> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === "description" && typeof item === "string"
      ? [[`${path}/${key}`, item] as const]
      : textsOf(item, `${path}/${key}`)
  )
}

// Markdown ends a table at a row that is broken over two lines.
it.each([...specs.bundles])("%s: each row of a table is one line", (_, { document }) => {
  const broken = textsOf(document).flatMap(([place, text]) =>
    text.split("\n").flatMap((line) => (/^\|.*[^|]$/.test(line.trimEnd()) ? [[place, line]] : []))
  )
  expect(broken).toEqual([])
})
