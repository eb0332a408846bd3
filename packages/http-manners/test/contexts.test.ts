/**
 * Effect's contexts with our patch (D-request-contexts): a merge of what a request has with what its server has finds the
 * same services, and copies none of them.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import { countCopies } from "./countCopies.ts"

type Names = ReadonlyArray<string>
type AnyContext = Context.Context<never>

/** As many as Effect copies at once when it merges, and more than it adds one by one. */
const MANY = 200

const add = (to: AnyContext, name: string, value: string): AnyContext =>
  Context.add(to, Context.Service<string>(name), value) as AnyContext

/** A context with a base of these names, and others added to it; each value tells who added it. */
const made = (maker: string, base: Names, added: Names, maxDepth = 8): AnyContext =>
  added.reduce(
    (context, name, nth) => add(context, name, `${maker}, added as ${nth}`),
    Context.makeUnsafe<never>(new Map(base.map((name) => [name, `${maker}, in its base`])), { maxDepth })
  )

const many = Array.from({ length: MANY }, (_, nth) => `many${nth}`)
const bases: ReadonlyArray<Names> = [
  [],
  ["a", "b"],
  ["a", "b", "c", "d", "e", "f"],
  ["e", "f", "g", "h", "i"]
]
const additions: ReadonlyArray<Names> = [[], ["a"], ["x"], ["x", "e", "x"], ["u", "v", "w", "x", "y", "z"]]

/** All of them, twice: with room for what is added, and without. */
const contexts = [8, 2].flatMap((maxDepth) =>
  bases.flatMap((base, nth) =>
    additions.map((added, other) => made(`${nth}/${other}/${maxDepth}`, base, added, maxDepth))
  )
)

const entries = (context: AnyContext) => [...context.mapUnsafe].toSorted(([a], [b]) => (a < b ? -1 : 1))

const merged = (self: AnyContext, that: AnyContext) =>
  [...new Map([...self.mapUnsafe, ...that.mapUnsafe])].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe("a merge of two contexts", () => {
  it("has the services of both, and those of the second where both have one", () => {
    for (const self of contexts) {
      for (const that of contexts) {
        assert.deepStrictEqual(entries(Context.merge(self, that)), merged(self, that))
        // Bases that met before.
        assert.deepStrictEqual(entries(Context.merge(self, that)), merged(self, that))
      }
    }
  })

  it("is the second, if that is the first with more added", () => {
    const server = made("server", many, ["x"], 32)
    const request = add(add(server, "y", "request"), "x", "request")
    assert.strictEqual(Context.merge(server, request), request)
    assert.deepStrictEqual(entries(Context.merge(request, server)), merged(request, server))
  })

  it("changes neither of them", () => {
    const [self, that] = [made("self", many, ["x", "y"]), made("that", [...many, "z"], [])]
    const before = [entries(self), entries(that)]
    const both = Context.merge(self, that)
    add(both, "many0", "later")
    assert.deepStrictEqual([entries(self), entries(that)], before)
    assert.deepStrictEqual(entries(Context.merge(self, that)), merged(self, that))
  })

  it("copies no services of a program, once its two bases have met", () => {
    const server = made("server", many, [], 32)
    const handlers = made("handlers", many, [])
    const few = made("few", ["x", "y"], [])
    const request = (nth: number) => add(add(server, "request", String(nth)), "key", String(nth))
    Context.merge(request(0), handlers)
    const copies = countCopies(MANY)
    const again = Context.merge(request(1), handlers)
    const more = Context.merge(again, few)
    assert.strictEqual(copies.count(), 0)
    copies.end()
    const found = ["request", "many7", "x"].map((name) =>
      Context.getUnsafe(more, Context.Service<string>(name))
    )
    assert.deepStrictEqual(found, ["1", "handlers, in its base", "few, in its base"])
  })
})
