import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { closed } from "../../src/runtime/closed.ts"

const Live = closed({ source: Schema.Literal("live"), url: Schema.String })
const List = closed({ source: Schema.Literal("list"), rows: Schema.Number })

const messageOf = (schema: Schema.Codec<unknown, unknown>, value: unknown) => {
  const exit = Schema.decodeUnknownExit(schema, { errors: "all" })(value)
  return exit._tag === "Failure" ? String(exit.cause) : "decoded"
}

describe("a closed object", () => {
  it("is read as any other when it has its own keys alone", () => {
    expect(Schema.decodeUnknownSync(Live)({ source: "live", url: "x" })).toEqual({ source: "live", url: "x" })
  })

  it("names every key that isn't its own, beside whatever else is wrong", () => {
    const message = messageOf(Live, { source: "live", url: 1, rows: 2, more: undefined })
    for (const key of ["url", "rows", "more"]) expect(message).toContain(`["${key}"]`)
  })

  it("is recognised by its literal, and then judged alone", () => {
    const either = Schema.Union([Live, List], { mode: "oneOf" })
    const message = messageOf(either, { source: "list", url: "x" })
    expect(message).toContain(`["rows"]`)
    expect(message).toContain(`["url"]`)
    expect(message).not.toContain("source")
  })
})
