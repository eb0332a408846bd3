import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { generate } from "../../src/generate.ts"
import type { Sources } from "../../src/documents/complete.ts"
import { bundlesOf, sample, sampleFiles } from "../sample.ts"

const changed = (entries: Readonly<Record<string, string>>): Sources => {
  const files = Object.fromEntries(Object.entries(entries).map(([id, text]) => [`changes/${id}.yaml`, text]))
  return {
    ...sample(),
    documents: fromRecord({ ...sampleFiles, ...files }),
    changes: Object.keys(files)
  }
}

const bundled = (entries: Readonly<Record<string, string>>) =>
  JSON.parse(bundlesOf(changed(entries)).get("things-api.json") ?? "")

const removal = `
id: no-removal
in_force: 2026-11-21
deprecates: [{ document: things-api, operation: removeThing, sunset: 2027-02-19 }]
`

describe("what an entry of the change ledger deprecates", () => {
  it("says so in the headers of its operation's answers", () => {
    const api = generate(changed({ "no-removal": removal })).get("src/things-api.ts") ?? ""
    const [line] = /annotate\(Retirement, .*?\}\)/.exec(api) ?? []
    const headers = JSON.parse(line?.slice("annotate(Retirement, ".length, -1) ?? "")
    const changelogEntry = "<https://docs.embedded-super.example/changelog/#no-removal>"
    expect(headers).toEqual({
      deprecation: "@1795219200",
      sunset: "Fri, 19 Feb 2027 00:00:00 GMT",
      link: `${changelogEntry}; rel="deprecation"; type="text/html", ${changelogEntry}; rel="sunset"; type="text/html"`
    })
    expect(api.match(/annotate\(Retirement/g)).toHaveLength(1)
  })

  it("says so in the bundled document", () => {
    const { paths } = bundled({ "no-removal": removal })
    expect(paths["/things/{id}"].delete).toMatchObject({
      deprecated: true,
      "x-deprecated-since": "2026-11-21",
      "x-sunset": "2027-02-19",
      "x-changelog": "https://docs.embedded-super.example/changelog/#no-removal"
    })
    expect(paths["/things"].post).not.toHaveProperty("deprecated")
  })

  it("takes its end from a later entry, which is then the one to read", () => {
    const later = `
id: end-of-removal
in_force: 2026-12-21
deprecates: [{ document: things-api, operation: removeThing, sunset: 2027-06-01 }]
`
    const { paths } = bundled({ "no-removal": removal, "end-of-removal": later })
    expect(paths["/things/{id}"].delete).toMatchObject({
      "x-deprecated-since": "2026-11-21",
      "x-sunset": "2027-06-01",
      "x-changelog": "https://docs.embedded-super.example/changelog/#end-of-removal"
    })
  })

  it("marks a field in every document that has it", () => {
    const name = `
id: no-name
in_force: 2026-11-21
deprecates: [{ document: things-api, schema: ThingCreation, property: name }]
`
    const { components } = bundled({ "no-name": name })
    expect(components.schemas.ThingCreation.properties.name).toMatchObject({
      deprecated: true,
      "x-deprecated-since": "2026-11-21"
    })
  })
})
