import { describe, expect, it } from "vitest"
import { bundlesOf, sample, sampleFiles } from "../sample.ts"

describe("the bundled documents", () => {
  const bundles = bundlesOf(sample())
  const things = bundles.get("things-api.json") ?? ""

  it("are one of each API, of the webhooks and of each workflow", () => {
    expect([...bundles.keys()]).toEqual(["things-api.json", "webhooks.json", "make.arazzo.json"])
  })

  it("are self-contained", () => {
    expect(things).not.toMatch(/"\$ref": "[^#]/)
  })

  it("leave out the sources of their rules", () => {
    const path = "schemas/things.yaml"
    const described = "  description: A thing."
    const text = sampleFiles[path]?.replace(described, `${described}\n  x-source: R-1-1`) ?? ""
    expect(text).toContain("x-source")
    expect(bundlesOf(sample({ [path]: text })).get("things-api.json")).toBe(things)
  })

  it("name the schemas of an AsyncAPI document by titles, those of properties and headers included", () => {
    const { messageTraits, schemas } = JSON.parse(bundles.get("webhooks.json") ?? "").components
    expect(schemas.ThingChanged.title).toBe("ThingChanged")
    expect(schemas.ThingChanged.properties.event.title).toBe("ThingChangedEvent")
    expect(schemas.ThingChanged.properties.id).not.toHaveProperty("title")
    expect(messageTraits.delivery.headers.title).toBe("DeliveryHeaders")
    expect(things).not.toContain('"title": "Thing"')
  })

  it("of workflows point at those beside them", () => {
    expect(bundles.get("make.arazzo.json")).toContain(`"url": "./things-api.json"`)
  })
})
