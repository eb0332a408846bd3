import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { docsAt, docsElsewhere } from "./Docs.http.ts"

/** The responses of the docs in a folder, by default to a browser. */
const served = (root: string, shownAddress?: string) => {
  const { handler } = HttpRouter.toWebHandler(
    docsAt(root, shownAddress, "https://api.example.com/docs").pipe(
      Layer.provide(NodeHttpServer.layerHttpServices)
    ),
    { disableLogger: true }
  )
  return (path: string, accept = "text/html,*/*;q=0.8") =>
    Effect.promise(() => handler(new Request(`http://docs.test${path}`, { headers: { accept } })))
}

/** A folder with these files. */
const aFolder = Effect.fnUntraced(function* (files: Readonly<Record<string, string>> = {}) {
  const fs = yield* FileSystem.FileSystem
  const root = yield* fs.makeTempDirectoryScoped()
  for (const [name, text] of Object.entries(files)) {
    yield* fs.makeDirectory(dirname(join(root, name)), { recursive: true })
    yield* fs.writeFileString(join(root, name), text)
  }
  return root
})

const textOf = (response: Response) => Effect.promise(() => response.text())

layer(NodeServices.layer)("the docs", (it) => {
  it.effect("let a page run its own inline scripts and those of this host, and no other", () =>
    Effect.gen(function* () {
      const script = `console.log("http://localhost:4000")`
      const root = yield* aFolder({
        "index.html": `<script src="a.js"></script><script type="module">${script}</script>`
      })
      const get = served(root, "http://localhost:4160")
      const page = yield* get("/docs/")
      const shown = script.replace("4000", "4160")
      assert.include(yield* textOf(page), shown)
      const [, scripts] = /; script-src ([^;]*)/.exec(page.headers.get("content-security-policy") ?? "") ?? []
      const hash = createHash("sha256").update(shown).digest("base64")
      assert.strictEqual(scripts, `'self' 'wasm-unsafe-eval' 'sha256-${hash}'`)
    })
  )

  it.effect("lead from /docs to /docs/, where links are right", () =>
    Effect.gen(function* () {
      const root = yield* aFolder({ "index.html": "<a href=guides/>" })
      for (const [path, location] of [
        ["/docs", "/docs/"],
        ["/docs?a=1", "/docs/?a=1"]
      ] as const) {
        const { headers, status } = yield* served(root)(path)
        assert.deepStrictEqual([status, headers.get("location")], [301, location], path)
      }
    })
  )

  it.effect("show the samples as they are where the service isn't in development", () =>
    Effect.gen(function* () {
      const root = yield* aFolder({ "a.md": "http://localhost:4000 http://localhost:40001" })
      assert.strictEqual(
        yield* textOf(yield* served(root)("/docs/a.md")),
        "http://localhost:4000 http://localhost:40001"
      )
      assert.strictEqual(
        yield* textOf(yield* served(root, "http://localhost:1")("/docs/a.md")),
        "http://localhost:1 http://localhost:40001"
      )
    })
  )

  it.effect("show the service's address also where the highlighter has split it into spans", () =>
    Effect.gen(function* () {
      const split = (port: string) =>
        `export SPEC=<span style="--0:#1">http://localhost</span><span>:</span><span style="--0:#2">${port}/openapi.json</span>`
      const spec = `{"url":"http://localhost:4000"}`
      const root = yield* aFolder({
        "a.html": `${split("4000")} ${split("40001")}`,
        "specs/partner-api.json": spec
      })
      const get = served(root, "http://localhost:4160")
      const shown = yield* textOf(yield* get("/docs/a.html"))
      const [first = "", second = ""] = shown.split(" export ")
      assert.strictEqual(first.replaceAll(/<[^>]*>/g, ""), "export SPEC=http://localhost:4160/openapi.json")
      assert.strictEqual((first.match(/<span/g) ?? []).length, (first.match(/<\/span>/g) ?? []).length)
      // Of the specs there are digests: they are served as they are.
      assert.strictEqual(yield* textOf(yield* get("/docs/specs/partner-api.json")), spec)
      assert.include(second.replaceAll(/<[^>]*>/g, ""), "http://localhost:40001/openapi.json")
    })
  )

  it.effect("name the docs that are published, in place of the examples' address", () =>
    Effect.gen(function* () {
      const example = "https://docs.embedded-super.example"
      for (const name of ["index.html", "errors.md", "llms.txt", "atom.xml", "feed.json"]) {
        const root = yield* aFolder({ [name]: `${example}/errors#not_found ${example}/changelog/` })
        const text = yield* textOf(yield* served(root)(`/docs/${name}`))
        const docs = "https://api.example.com/docs"
        assert.strictEqual(text, `${docs}/errors/#not_found ${docs}/changelog/`, name)
      }
    })
  )

  it.effect("that are published elsewhere are there, each path at its own", () =>
    Effect.gen(function* () {
      const { handler } = HttpRouter.toWebHandler(
        docsElsewhere("https://docs.example.com/").pipe(Layer.provide(NodeHttpServer.layerHttpServices)),
        { disableLogger: true }
      )
      for (const [path, place] of [
        ["/docs", ""],
        ["/docs/", "/"],
        ["/docs/partners/embedding/?x=1", "/partners/embedding/"],
        ["/docs//evil.example/", "//evil.example/"]
      ]) {
        const answer = yield* Effect.promise(() => handler(new Request(`http://docs.test${path}`)))
        assert.deepStrictEqual(
          [answer.status, answer.headers.get("location")],
          [302, `https://docs.example.com${place}`]
        )
      }
    })
  )

  it.effect("tell a browser that they aren't built yet, and a program with 404", () =>
    Effect.gen(function* () {
      const get = served(yield* aFolder())
      for (const path of ["/docs/", "/docs/start/"]) {
        const page = yield* get(path)
        assert.deepStrictEqual([page.status, page.headers.get("cache-control")], [404, "no-store"])
        assert.include(yield* textOf(page), "The docs aren't built yet")
      }
      assert.strictEqual((yield* get("/docs/", "*/*")).status, 404)
    })
  )

  const nameless = [
    ["a name that is too long for any file", `/docs/${"x".repeat(300)}`],
    ["a path that is too long for any file", `/docs/${"x/".repeat(3000)}`],
    ["a file taken for a folder", "/docs/style.css/x"],
    ["a NUL", "/docs/%00"],
    ["bytes that are no text", "/docs/%ff%fe"]
  ] as const
  it.effect.each(nameless)("have no page under %s, which is nobody's defect", ([, path]) =>
    Effect.gen(function* () {
      const get = served(yield* aFolder({ "index.html": "", "style.css": "" }))
      assert.strictEqual((yield* get(path)).status, 404)
      assert.strictEqual((yield* get(path, "*/*")).status, 404)
    })
  )

  it.effect("lead out of their folder by no path", () =>
    Effect.gen(function* () {
      const folder = yield* aFolder({ "secret.txt": "secret", "docs/a.txt": "" })
      const get = served(`${folder}/docs`)
      for (const path of ["/docs/%2e%2e/secret.txt", "/docs/..%2fsecret.txt", "/docs//../secret.txt"]) {
        assert.notInclude(yield* textOf(yield* get(path)), "secret")
      }
    })
  )

  it.effect("are read again once they were built again, and compressed for those who accept it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* fs.makeTempDirectoryScoped()
      const file = `${root}/index.html`
      const get = served(root)
      yield* fs.writeFileString(file, "<p>before</p>")
      yield* fs.utimes(file, 1_000, 1_000)
      const before = yield* get("/docs/")
      assert.strictEqual(yield* textOf(before), "<p>before</p>")
      assert.strictEqual((yield* get("/docs/")).headers.get("etag"), before.headers.get("etag"))
      yield* fs.writeFileString(file, "<p>behind</p>")
      yield* fs.utimes(file, 2_000, 2_000)
      const after = yield* get("/docs/")
      assert.strictEqual(yield* textOf(after), "<p>behind</p>")
      assert.notStrictEqual(after.headers.get("etag"), before.headers.get("etag"))
    })
  )
})
