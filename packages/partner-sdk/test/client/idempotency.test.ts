import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import { assert, it } from "vitest"
import { createClient } from "../../src/index.ts"

type Operation = {
  readonly operationId?: string
  readonly parameters?: ReadonlyArray<{ readonly $ref?: string }>
}

it("is for every POST of the spec, and for nothing else", () => {
  const takes = ({ parameters = [] }: Operation) =>
    parameters.some(({ $ref }) => $ref?.endsWith("/IdempotencyKeyHeader"))
  const operations = Object.values(
    document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>
  )
    .flatMap((item) => Object.entries(item))
    .filter(([, { operationId }]) => operationId !== undefined)
  assert.isNotEmpty(operations.filter(([method]) => method === "post"))
  for (const [method, operation] of operations)
    assert.strictEqual(takes(operation), method === "post", operation.operationId)
})

it("is the caller's own if there is one, else a new one for each call, and for each POST alone", async () => {
  const keys: Array<string | null> = []
  const client = createClient({
    baseUrl: "https://api.embedded-super.example",
    apiKey: "key",
    fetch: async ({ headers }) => {
      keys.push(headers.get("idempotency-key"))
      return Response.json({ data: {} })
    }
  })
  const body = { abn: "51 824 753 556", name: "Wattle & Daughters Pty Ltd", remote_id: "1234" }
  await client.POST("/api/v1/employers", { body, params: { header: { "Idempotency-Key": "employer-1234" } } })
  await client.POST("/api/v1/employers", { body })
  await client.POST("/api/v1/employers", { body })
  await client.GET("/api/v1/employers")
  assert.strictEqual(keys[0], "employer-1234")
  assert.strictEqual(new Set(keys).size, 4)
  assert.isNull(keys[3] ?? null)
})
