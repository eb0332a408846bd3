import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"
import { compareHttp } from "./compareHttp.ts"
import { figuresOf } from "./figures.ts"

it("the bench of reads and writes runs the service's own statements, and inserts its rows, without it", async () => {
  const compared = await compareHttp({ rounds: 1, quick: true, say: () => Effect.void }).pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )
  // The key with its rate limit, and the employer; the employer, and the answer that is kept for its key.
  expect(compared.map(({ count, kind }) => [kind, count])).toStrictEqual([
    ["read", 2],
    ["write", 2]
  ])
  expect(figuresOf(compared)).toHaveLength(14)
}, 300_000)
