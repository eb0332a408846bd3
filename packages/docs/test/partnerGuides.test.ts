/** Facts of the spec that partners' guides repeat must equal the spec. */
import { readFileSync } from "node:fs"
import { embedMessages } from "@embedded-super/contracts/embed-messages"
import { describe, expect, it } from "vitest"
import { withPictures, withPlainPictures } from "../src/pictures.ts"
import { type Api, readApi, type Schema } from "../src/reference/Document.ts"

const guide = (name: string): string =>
  readFileSync(new URL(`../guides/partners/${name}.md`, import.meta.url), "utf8")

const partnerApi = readApi("partner-api")

/** The first cells of the table whose first heading is this, without their backticks. */
const firstCells = (text: string, heading: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  const head = lines.findIndex((line) => line.startsWith(`| ${heading} `))
  const end = lines.findIndex((line, at) => at > head && !line.startsWith("|"))
  return lines.slice(head + 2, end).map((line) => line.split("|")[1]?.trim().replaceAll("`", "") ?? "")
}

const valuesOf = (
  { document: { components } }: Api,
  name: string,
  property?: string
): ReadonlyArray<string> => {
  const schema: Schema | undefined = components.schemas[name]
  return (
    (property === undefined ? schema : schema?.properties?.[property])?.enum?.filter(
      (value) => value !== null
    ) ?? []
  )
}

describe("the guide to the sandbox", () => {
  it("explains each preset, each state to reach, and each value of the simulated ATO", () => {
    const text = guide("sandbox")
    expect(firstCells(text, "`preset`")).toEqual(valuesOf(partnerApi, "SandboxPreset"))
    expect(firstCells(text, "`status`").toSorted()).toEqual(valuesOf(partnerApi, "StaplingStatus").toSorted())
    expect(firstCells(text, "`outcome`")).toEqual(valuesOf(partnerApi, "SimulatedStapling", "outcome"))
    const states = valuesOf(partnerApi, "SessionAdvance", "to")
    expect(states.length).toBeGreaterThan(5)
    for (const state of states) expect(text).toContain(`\`${state}\``)
  })
})

describe("the guide to the sandbox's funds", () => {
  it("names USIs of funds that start brings", () => {
    const sources = ["simulators/fund/src/funds.ts", "packages/service/src/seed/fictionalFunds.ts"]
    const funds = sources
      .map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"))
      .join()
    const usis = firstCells(guide("sandbox"), "`usi`")
    expect(usis.length).toBeGreaterThan(2)
    for (const usi of usis)
      expect(funds.includes(`"${usi}"`) || funds.includes(`"${usi.slice(0, 11)}"`)).toBe(true)
  })
})

describe("the guide to onboarding sessions", () => {
  it("shows the completed session of the spec, whole", () => {
    const [, shown = ""] =
      /```json title="A completed session"\n(.*?)\n```/s.exec(guide("onboarding-sessions")) ?? []
    const example = partnerApi.document.components.examples?.["sessionCompleted"]?.value
    expect(example).toBeDefined()
    expect(JSON.parse(shown)).toEqual(example)
  })
})

describe("the guide to embedding", () => {
  const text = guide("embedding")
  const loader = readFileSync(new URL("../../embed/src/loader/Embed.ts", import.meta.url), "utf8")

  it("explains each option of the loader", () => {
    const [, options = ""] = /interface EmbedOptions \{(.*?)\n\}/s.exec(loader) ?? []
    const names = [...options.matchAll(/readonly (\w+)/g)].map(([, name]) => name)
    expect(names).toContain("url")
    expect(firstCells(text, "Option").toSorted()).toEqual(names.toSorted())
  })

  it("has a heading for each reason why nothing is shown, at the address that the loader prints", () => {
    const [, reasons = ""] = /type LoadErrorReason = (.*)/.exec(loader) ?? []
    const names = [...reasons.matchAll(/"(\w+)"/g)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(2)
    for (const name of names) expect(text).toContain(`\n### \`${name}\`\n`)
    expect(loader).toContain('"/docs/partners/embedding/"')
    expect(loader).toContain("${GUIDE}#${reason}")
  })

  it("names both files of the loader, and each message that needs something of the page", () => {
    for (const name of ["embedded-super.mjs", "embedded-super.js"])
      expect(text).toContain(`/embed/loader/v1/${name}`)
    for (const kind of [...text.matchAll(/^- `(\w+)`[,:]/gm)].map(([, name]) => name!))
      expect(Object.keys(embedMessages)).toContain(kind)
  })
})

describe("pictures of screens", () => {
  const page = { slug: "partners/embed-screens", title: "", description: "" }
  const written = (name: string) => `![The “match” & <more>](../../public/screens/${name}-light.webp)`

  it("follow the reader's choice of light or dark, each with its text and size", () => {
    const { body } = withPictures({ ...page, body: written("employer-match") })
    const images = body.match(/<img [^>]*>/g) ?? []
    expect(images).toHaveLength(2)
    for (const image of images) {
      expect(image).toMatch(/ src="\.\.\/\.\.\/screens\/employer-match-(?:light|dark)\.webp"/)
      expect(image).toContain('alt="The “match” &amp; &lt;more&gt;"')
      expect(image).toMatch(/ width="600" height="\d+"/)
    }
  })

  it("of phones stand beside each other, each with its paragraph", () => {
    const cell = (name: string) => `**${name}.** What it\nasks.\n\n${written(name)}\n`
    const { body } = withPictures({
      ...page,
      body: `## Employee\n\n${cell("employee-tax")}\n${cell("employee-done")}\n## After\n`
    })
    expect(body).toMatch(
      /^## Employee\n\n<div class="phones">\n\n<div>\n\n\*\*employee-tax\.\*\* What it\nasks\.\n\n<div class="screen">/
    )
    expect(body.match(/<div>\n\n\*\*employee-/g)).toHaveLength(2)
    expect(body).toMatch(/<\/div>\n\n<\/div>\n\n## After\n$/)
  })

  it("are beside the page's Markdown", () => {
    const { body } = withPlainPictures({ ...page, body: written("employer-match") })
    expect(body).toContain("](../screens/employer-match-light.webp)")
  })

  it("that weren't taken are an error", () => {
    expect(() => withPictures({ ...page, body: written("no-such-screen") })).toThrow(/no-such-screen/)
  })
})
