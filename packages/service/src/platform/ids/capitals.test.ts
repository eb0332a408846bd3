import * as Schemas from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"

const values = readFileSync(new URL("../../../../../specs/schemas/values.yaml", import.meta.url), "utf8")
const names = [...values.matchAll(/^(\w+):\n {2}type: string\n {2}format: uuid$/gm)].map(([, name]) => name)
const id = "c2bc0c04-6b98-4333-91a6-919f5ebc9000"

it.each(names)("%s in capitals is the same id, and is kept in small letters", (name) => {
  const schema = Schemas[name as "EmployerId"]
  expect(Schema.decodeUnknownSync(schema)(id.toUpperCase())).toBe(id)
})
