import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { generate } from "../src/generate.ts"
import { sample, sampleFiles } from "./sample.ts"

/** Handlers as in a service, next to the generated contracts. */
const handlers = `
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { ThingPrincipal } from "./src/principals.ts"
import { Conflict } from "./src/problems.ts"
import { ThingId } from "./src/schemas.ts"
import { ThingsApi } from "./src/things-api.ts"

const id = ThingId.make("c2bc0c04-6b98-4333-91a6-919f5ebc9000")

export const ThingsHandlers = HttpApiBuilder.group(ThingsApi, "things", (handlers) =>
  handlers.handleAll({
    createThing: Effect.fn("Things.create")(function*({ payload }) {
      const caller = yield* ThingPrincipal
      if (payload.name === caller.key_id) return yield* new Conflict({ code: "name_taken", detail: "Taken." })
      const thing = { id, name: payload.name, abn: payload.abn }
      return HttpApiSchema.withHeaders({ body: { data: thing }, headers: { location: "/things/" + id } })
    }),
    listThings: ({ query }) => Effect.succeed({ data: [{ id, name: String(query.limit.toFixed()), abn: null }] }),
    removeThing: () => Effect.void
  })
)

export const FormsHandlers = HttpApiBuilder.group(ThingsApi, "forms", (handlers) =>
  handlers.handleAll({
    getForm: () =>
      Effect.succeed(HttpApiSchema.withHeaders({ body: Stream.empty, headers: { "cache-control": "no-store" } }))
  })
)
`

const lineOf = (text: string): number => handlers.slice(0, handlers.indexOf(text)).split("\n").length

const edit = (path: string, from: string, to: string): Record<string, string> => ({
  [path]: (sampleFiles[path] ?? "").replace(from, to)
})

/** [the change in the specs, given: files, want: the type checker's errors in the handlers]. */
const table: ReadonlyArray<
  readonly [string, { readonly given: Record<string, string>; readonly want: ReadonlyArray<string | RegExp> }]
> = [
  ["nothing", { given: {}, want: [] }],
  [
    "a request property that a handler reads is deleted",
    {
      given: {
        "schemas/things.yaml": (sampleFiles["schemas/things.yaml"] ?? "")
          .replace("required: [name, abn]", "required: [name]")
          .replace("abn: { $ref: values.yaml#/Abn }, secret", "secret")
      },
      want: [/Property 'abn' does not exist on type/]
    }
  ],
  [
    "a required response property is renamed",
    {
      given: {
        "schemas/things.yaml": (sampleFiles["schemas/things.yaml"] ?? "")
          .replace("required: [id, name, abn]", "required: [id, label, abn]")
          .replace("    name: { type: string }", "    label: { type: string }")
      },
      want: ["createThing", /label/]
    }
  ],
  [
    "an operation is added",
    {
      given: edit(
        "things-api/openapi.yaml",
        "      x-planned: later\n      tags: [plans]",
        "      tags: [things]"
      ),
      want: ["Endpoint not handled: getThing"]
    }
  ],
  [
    "an operation is taken away",
    {
      given: edit(
        "things-api/openapi.yaml",
        "      summary: Remove a thing\n",
        "      summary: Remove a thing\n      x-planned: later\n"
      ),
      want: [new RegExp(`handlers\\.ts\\(${lineOf("removeThing:")},.*'never'`)]
    }
  ],
  [
    "a problem is no longer declared",
    {
      given: edit(
        "things-api/openapi.yaml",
        "        '409': { $ref: ../schemas/problems.yaml#/Conflict }\n",
        ""
      ),
      want: ["Conflict", "createThing"]
    }
  ],
  [
    "a code of a problem is renamed",
    {
      given: {
        "schemas/problems.yaml": (sampleFiles["schemas/problems.yaml"] ?? "").replaceAll(
          "name_taken",
          "thing_exists"
        )
      },
      want: [`Type '"name_taken"' is not assignable to type '"thing_exists"'`]
    }
  ],
  [
    "a response header is added",
    {
      given: edit(
        "things-api/openapi.yaml",
        "            Location: {",
        "            ETag: { required: true, schema: { type: string } }\n            Location: {"
      ),
      want: ["createThing", /etag/]
    }
  ]
]

const top = resolve(import.meta.dirname, "../../..")

describe("a change of the specs that a handler doesn't follow fails the type check, and names the endpoint", () => {
  // Below node_modules, so that imports of effect resolve and git ignores it.
  const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/.guarantee-"))
  let output = ""

  beforeAll(() => {
    table.forEach(([, { given }], index) => {
      const files = new Map([...generate(sample(given)), ["handlers.ts", handlers]])
      for (const [path, text] of files) {
        const target = join(folder, String(index), path)
        mkdirSync(dirname(target), { recursive: true })
        writeFileSync(target, text)
      }
    })
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ extends: join(top, "tsconfig.json"), include: ["*/handlers.ts"], exclude: [] })
    )
    output = spawnSync(join(top, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"], {
      encoding: "utf8",
      cwd: folder
    }).stdout
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(table.map(([name, { want }], index) => [name, index, want] as const))("%s", (_, index, want) => {
    const messages = messagesOf(output, index)
    if (want.length === 0) expect(messages).toBe("")
    for (const text of want) expect(messages).toMatch(text)
  })
})

/** The messages of one variant; continuation lines are indented. */
const messagesOf = (output: string, index: number): string => {
  const lines = output.split("\n")
  let mine = false
  return lines
    .filter((line) => {
      if (!line.startsWith(" ")) mine = line.startsWith(`${index}/`)
      return mine
    })
    .join("\n")
}
