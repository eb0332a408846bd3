import { resolve } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { parseSpecs } from "../../src/parse/specs.ts"
import { findSources } from "../../src/sources.ts"

const specs = parseSpecs(findSources(resolve(import.meta.dirname, "../../../../specs")))
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(specs.bundles.get("embed-api")?.document ?? {}, "embed-api")
const check = (name: string) => ajv.compile({ $ref: `embed-api#/components/schemas/${name}` })

const ID = "01a1fb67-1800-7000-8000-0000000000b1"

describe("the spec of the embed API, for what the service's own rules refuse", () => {
  it("has no member number with the choice of the stapled fund: the ATO names it", () => {
    const fits = check("EmbedFundChoice")
    const stapled = { source: "stapled", display_id: ID, fund_product_id: ID }
    const supplied = { ...stapled, source: "partner_supplied", member_number: "0077" }
    expect(fits(stapled)).toBe(true)
    expect(fits({ ...stapled, member_number: "0077" })).toBe(false)
    expect(fits(supplied)).toBe(true)
  })

  it("has either a tax file number or a reason, or keeps the stored number", () => {
    const fits = check("EmbedTaxStep")
    const notice_version = "tfn-notice-2026-12"
    expect(fits({ notice_version, keep_tfn: true })).toBe(true)
    expect(fits({ notice_version, keep_tfn: false })).toBe(false)
    expect(fits({ notice_version, tfn: "123456782", tfn_exemption_type: "pending" })).toBe(false)
  })
})
