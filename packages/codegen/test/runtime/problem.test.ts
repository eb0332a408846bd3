import * as Effect from "effect/Effect"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Problem } from "../../src/runtime/problem.ts"

class Conflict extends Problem<Conflict>()(
  "Conflict",
  {
    status: 409,
    typeBase: "https://docs.example/errors#",
    titles: { taken: "It is taken", gone: "It is gone" }
  },
  { detail: Schema.String, request_id: Schema.optionalKey(Schema.String) }
) {}

class RateLimited extends Problem<RateLimited>()(
  "RateLimited",
  { status: 429, typeBase: "https://docs.example/errors#", titles: { rate_limited: "Too many" } },
  { detail: Schema.String },
  { retry_after: Schema.Int }
) {}

const wire = {
  type: "https://docs.example/errors#taken",
  title: "It is taken",
  status: 409,
  code: "taken",
  detail: "Another has it."
}

describe("a problem", () => {
  it("has its type and title from its code, and its status from its class", () => {
    const problem = new Conflict({ code: "taken", detail: "Another has it." })
    expect({ ...problem }).toMatchObject(wire)
    expect(problem._tag).toBe("Conflict")
    expect(problem.message).toBe("Another has it.")
  })

  it("is an error that can be yielded and caught by its tag", () => {
    const caught = Effect.gen(function* () {
      return yield* new Conflict({ code: "gone", detail: "Late." })
    }).pipe(Effect.catchTag("Conflict", (problem) => Effect.succeed(problem.title)))
    expect(Effect.runSync(caught)).toBe("It is gone")
  })

  it("is written and read as RFC 9457 has it", () => {
    const written = Schema.encodeSync(Conflict)(new Conflict({ code: "taken", detail: "Another has it." }))
    expect(written).toEqual(wire)
    expect(Schema.decodeUnknownSync(Conflict)(wire)).toBeInstanceOf(Conflict)
  })

  it("refuses codes that aren't its own, when read and when made", () => {
    expect(Schema.decodeUnknownExit(Conflict)({ ...wire, code: "other" })._tag).toBe("Failure")
    // @ts-expect-error the codes are closed
    expect(() => new Conflict({ code: "other", detail: "" })).toThrow()
  })

  it("answers with its status, media type and headers also where no endpoint declares it", () => {
    const problem = new RateLimited({ code: "rate_limited", detail: "Wait.", retry_after: 2 })
    const response = Effect.runSync(HttpServerRespondable.toResponse(problem))
    const web = HttpServerResponse.toWeb(response)
    expect([web.status, web.headers.get("content-type"), web.headers.get("retry-after")]).toEqual([
      429,
      "application/problem+json",
      "2"
    ])
  })
})
