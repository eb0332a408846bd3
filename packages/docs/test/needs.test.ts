/** Samples of the guides: their needs are named, and a command that waits ends. */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { needsOf } from "../src/needs.ts"

const folder = fileURLToPath(new URL("../guides", import.meta.url))
const guides = globSync("**/*.md", { cwd: folder }).map((file) => ({
  slug: file.replace(/\.md$/, ""),
  body: readFileSync(`${folder}/${file}`, "utf8")
}))
const shellOf = (body: string): ReadonlyArray<string> =>
  [...body.matchAll(/^```sh.*\n([^]*?)^```$/gm)].map(([, text = ""]) => text)

const page = (...blocks: ReadonlyArray<string>) =>
  blocks.map((text) => `\`\`\`sh title="Your server"\n${text}\n\`\`\`\n`).join("\n")

/** [what, blocks, want: the variables that are set first]. */
const table: ReadonlyArray<readonly [string, ReadonlyArray<string>, ReadonlyArray<string>]> = [
  ["nothing", ["ls"], []],
  ["a key", ['curl -H "X-API-Key: $KEY"'], ["KEY"]],
  ["several, in their order", ["curl $PRODUCT/keys -H $PARTNER"], ["PARTNER", "PRODUCT"]],
  ["one that needs another", ["curl /employers/$EMPLOYER"], ["KEY", "EMPLOYER"]],
  ["one that the guide sets before", ["KEY=$(node -p 1)", "curl $KEY"], []],
  ["one that the guide sets in the same block", ["KEY=$(node -p 1)\ncurl $KEY"], []],
  ["one that the guide sets too late", ["curl $KEY", "KEY=1"], ["KEY"]],
  ["one that is passed on", ["KEY=$KEY node pager.mjs"], ["KEY"]],
  ["a function", ["curl /employers | field data.id"], ["field"]],
  ["a function in the next line", ["curl /employers |\n  field data.id"], ["field"]],
  ["a function that the guide has", ["field() { cat; }", "curl /employers | field data.id"], []],
  ["a longer name", ["curl $KEYS $NEW_KEY"], []]
]

describe("the variables of a guide", () => {
  it.each(table)("set first are those it uses and doesn't set: %s", (_, blocks, want) => {
    const text = needsOf("partners/webhooks", page(...blocks))
    expect(
      [...text.matchAll(/^(?:([A-Z]+)=|(field)\()/gm)].map(([, name, called]) => name ?? called)
    ).toEqual(want)
    if (want.length > 0) {
      expect(text).toContain('```sh title="Your server"\n')
      expect(text).toContain("(../../start/first-call-and-webhook/#start-it)")
    }
  })

  it("are set in each terminal that uses them", () => {
    const text = needsOf(
      "partners/test-webhooks",
      `\`\`\`sh title="Second terminal" until="Passing"\nKEY=$KEY listen\n\`\`\`\n${page("curl $PRODUCT -H $PARTNER", "curl -H $KEY")}`
    )
    const blocks = [...text.matchAll(/^```sh title="([^"]*)"\n([^]*?)^```$/gm)]
    const setIn = ([, title, lines = ""]: RegExpExecArray) => [
      title,
      [...lines.matchAll(/^([A-Z]+)=/gm)].map(([, name]) => name)
    ]
    expect(blocks.map(setIn)).toEqual([
      ["Second terminal", ["KEY"]],
      ["Your server", ["KEY", "PARTNER", "PRODUCT"]]
    ])
  })

  it("are said on each page that uses one", () => {
    const saying = guides.filter(({ body, slug }) => needsOf(slug, body) !== "").map(({ slug }) => slug)
    expect(saying).toEqual(
      expect.arrayContaining(
        [
          ...["sandbox", "webhooks", "intents", "onboarding-sessions", "idempotency"],
          ...["pagination-and-limits", "employer-issues", "when-completion-is-late", "test-webhooks"]
        ].map((name) => `partners/${name}`)
      )
    )
    expect(saying).not.toContain("start/first-call-and-webhook")
    expect(saying).not.toContain("start/your-own-product")
  })
})

describe("the samples of a guide", () => {
  it("ask for one version of Node", () => {
    const asked = guides.flatMap(({ body }) =>
      [...body.matchAll(/Node(?:\.js)? (\d+(?:\.\d+)?) or (?:newer|later)/g)].map(([, version]) => version)
    )
    expect(new Set(asked)).toEqual(new Set(["22.19"]))
  })

  it("wait for a minute at most", () => {
    const endless = guides.filter(({ body }) =>
      shellOf(body).some((text) => /^\s*(?:until|while) /m.test(text))
    )
    expect(endless.map(({ slug }) => slug)).toEqual([])
  })

  it("have one form of the operator's commands, which finds the database of `start`", () => {
    const others = guides.filter(({ body }) => /\badmin --?\w/.test(body.replaceAll("admin --help", "")))
    expect(others.map(({ slug }) => slug)).toEqual([])
  })

  it("show the answer if it isn't the one that they expect", () => {
    const helper = needsOf("a", page("curl /employers | field data.id"))
    const [definition = ""] = /^field\(\) \{\n[^]*?^\}$/m.exec(helper) ?? []
    expect(definition).toContain("console.error(text)")
    const hiding = guides.filter(({ body }) =>
      shellOf(body).some(
        (text) =>
          /JSON\.parse\(.*readFileSync\(0/.test(text.replace(definition, "")) &&
          !/throw new Error\(answer\)|console\.error\(answer\)/.test(text)
      )
    )
    expect(hiding.map(({ slug }) => slug)).toEqual([])
  })

  it("never take the newest employer for the reader's own", () => {
    const guessing = guides.filter(
      ({ body }) => body.includes("employers?limit=1") && body.includes("data[0]")
    )
    expect(guessing.map(({ slug }) => slug)).toEqual([])
  })
})
