import { describe, expect, it } from "vitest"
import { fromRecord } from "../../src/documents/Documents.ts"
import { memberFieldsOf, withMemberFields } from "../../src/documents/memberFields.ts"
import { SpecError } from "../../src/findings.ts"

const written = fromRecord({
  "schemas/registration.yaml": `
Request:
  type: object
  properties:
    tfn: { $ref: "#/Tfn", description: Tax file number., x-member-field: required }
    exemption: { $ref: "#/Exemption", description: Instead of it. }
    family_name: { $ref: "#/Name", description: Surname., x-member-field: always }
    gender: { $ref: "#/Gender", description: If collected., x-member-field: optional }
`,
  "files/profile.yaml": `
Fields:
  type: object
  description: What is accepted.
  x-member-fields-of: ../schemas/registration.yaml#/Request
Name:
  description: A field.
  x-names-of: ../schemas/registration.yaml#/Request
`,
  "files/wrong.yaml": "Fields: { x-names-of: profile.yaml#/Missing }"
})
const documents = withMemberFields(written)
const read = (file: string) => documents.read(file) as Record<string, any>

describe("the fields of a member registration", () => {
  it("say what a fund's profile has by default, and lose the keyword", () => {
    const { properties } = read("schemas/registration.yaml")["Request"]
    expect(properties).toEqual({
      tfn: { $ref: "#/Tfn", description: "Tax file number. By default required." },
      exemption: { $ref: "#/Exemption", description: "Instead of it." },
      family_name: { $ref: "#/Name", description: "Surname. Always sent." },
      gender: { $ref: "#/Gender", description: "If collected. By default optional." }
    })
  })

  it("are the properties of the profile, one that is always sent only as required", () => {
    expect(read("files/profile.yaml")["Fields"]).toEqual({
      type: "object",
      description:
        "What is accepted. A field that isn't named has its default: required for tfn and family_name, optional for the others.",
      additionalProperties: false,
      properties: {
        tfn: { $ref: "#/FieldRequirement", description: "Tax file number. By default required." },
        family_name: { $ref: "#/AlwaysRequired", description: "Surname. Always sent." },
        gender: { $ref: "#/FieldRequirement", description: "If collected. By default optional." }
      }
    })
  })

  it("are listed with every other property where their names are", () => {
    expect(read("files/profile.yaml")["Name"].enum).toEqual(["tfn", "exemption", "family_name", "gender"])
  })

  it("are a table for programs", () => {
    expect([...memberFieldsOf(written, ["schemas/registration.yaml", "files/profile.yaml"])]).toEqual([
      ["tfn", "required"],
      ["family_name", "required"],
      ["gender", "optional"]
    ])
  })

  it("are missed where the schema that should have them isn't there", () => {
    expect(() => read("files/wrong.yaml")).toThrow(SpecError)
  })
})
