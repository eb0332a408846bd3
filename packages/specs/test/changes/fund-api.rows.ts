import type { Draft } from "./rows.ts"
import { operation, row, schema } from "./rows.ts"

const text = { type: "string", maxLength: 40, pattern: "^[a-z]+$", description: "New." }
const request = (document: Draft) => schema(document, "MemberRegistrationRequest")
const required = (holder: Draft, name: string) => (holder.required = [...(holder.required ?? []), name])
const optional = (holder: Draft, name: string) =>
  (holder.required = holder.required.filter((other: string) => other !== name))

/** Changes of the document that funds implement and the service calls. */
export const fundApiRows = [
  row("fund-api", "an answer's new field, required", "cb", (document) => {
    schema(document, "MemberDetails").properties.product_code = text
    required(schema(document, "MemberDetails"), "product_code")
  }),
  row("fund-api", "an answer's new field, optional", "cc", (document) => {
    schema(document, "MemberDetails").properties.product_code = text
  }),
  row("fund-api", "an answer's field becomes required", "cb", (document) =>
    required(schema(document, "MemberDetails"), "account_number")
  ),
  row("fund-api", "an answer's field becomes optional", "bc", (document) =>
    optional(schema(document, "MemberDetails"), "member_number")
  ),
  row("fund-api", "an answer's field is removed", "bc", (document) => {
    delete schema(document, "MemberDetails").properties.account_number
  }),
  row("fund-api", "an answer's field is renamed", "bb", (document) => {
    const { properties } = schema(document, "MemberDetails")
    properties.member_no = properties.member_number
    delete properties.member_number
    schema(document, "MemberDetails").required = ["member_no"]
  }),
  row("fund-api", "the closed no-match answer takes a field", "bc", (document) => {
    schema(document, "EmployerNoMatch").properties.reason = text
  }),
  row("fund-api", "an answer's third alternative", "bc", (document) => {
    const unsure = structuredClone(schema(document, "EmployerNoMatch"))
    unsure.properties.employer_found = { type: "string", const: "unsure" }
    document.components.schemas.EmployerUnsure = unsure
    schema(document, "EmployerLookupResponse").oneOf.push({ $ref: "#/components/schemas/EmployerUnsure" })
  }),
  row("fund-api", "an answer's alternative is removed", "cb", (document) => {
    schema(document, "EmployerLookupResponse").oneOf.pop()
  }),
  row("fund-api", "a request's new field, optional", "cb", (document) => {
    request(document).properties.preferred_name = text
  }),
  row("fund-api", "a request's new field, excluded unless a profile asks", "cc", (document) => {
    request(document).properties.preferred_name = { ...text, "x-excluded-by-default": true }
  }),
  row("fund-api", "a request's new field, required", "bb", (document) => {
    request(document).properties.preferred_name = text
    required(request(document), "preferred_name")
  }),
  row("fund-api", "a request's field becomes required", "bc", (document) =>
    required(request(document), "email")
  ),
  row("fund-api", "a request's field becomes optional", "cb", (document) =>
    optional(request(document), "date_of_birth")
  ),
  row("fund-api", "a request's field is removed", "bb", (document) => {
    delete request(document).properties.gender
  }),
  row("fund-api", "a request's field is renamed", "bb", (document) => {
    const { properties } = request(document)
    properties.mobile = properties.phone_number
    delete properties.phone_number
  }),
  row("fund-api", "a request's set loses a value", "bc", (document) => {
    schema(document, "ContributionFrequency").enum.pop()
  }),
  row("fund-api", "a request's set gains a value", "cb", (document) => {
    schema(document, "ContributionFrequency").enum.push("every_10_days")
  }),
  row("fund-api", "a request's maxLength is lowered", "bc", (document) => {
    schema(document, "AddressLine").maxLength = 50
  }),
  row("fund-api", "a request's maxLength is raised", "cb", (document) => {
    schema(document, "AddressLine").maxLength = 200
  }),
  row("fund-api", "an answer's maxLength is lowered", "cb", (document) => {
    schema(document, "MemberNumber").maxLength = 10
  }),
  row("fund-api", "a request's maxItems is lowered", "bc", (document) => {
    schema(document, "EmployerDetailsRequest").properties.custom_answers.maxItems -= 1
  }),
  row("fund-api", "a request's pattern is tightened", "bc", (document) => {
    schema(document, "Postcode").pattern = "^[0-8][0-9]{3}$"
  }),
  row("fund-api", "an answer's pattern is loosened", "bc", (document) => {
    schema(document, "MemberNumber").pattern = "^[A-Za-z0-9/_-]{1,20}$"
  }),
  row("fund-api", "a pattern is written another way", "silent", (document) => {
    schema(document, "Postcode").pattern = "^[0-9][0-9]{2}[0-9]$"
  }),
  row("fund-api", "a request's field gets a checksum", "bc", (document) => {
    schema(document, "Postcode")["x-check"] = "abn"
  }),
  row("fund-api", "an answer's type changes", "bb", (document) => {
    document.components.schemas.MemberNumber = { type: "integer", description: "A number." }
  }),
  row("fund-api", "an answer's field may be null", "bc", (document) => {
    const property = { anyOf: [{ $ref: "#/components/schemas/MemberNumber" }, { type: "null" }] }
    schema(document, "MemberDetails").properties.member_number = property
  }),
  row("fund-api", "a new header, required", "bc", (document) => {
    const header = { name: "X-Partner", in: "header", required: true, schema: text }
    operation(document, "lookUpEmployer").operation.parameters.push(header)
  }),
  row("fund-api", "a new header, optional", "cc", (document) => {
    const header = { name: "X-Partner", in: "header", schema: text }
    operation(document, "lookUpEmployer").operation.parameters.push(header)
  }),
  row("fund-api", "a header is removed", "bb", (document) => {
    operation(document, "registerMember").operation.parameters.shift()
  }),
  row("fund-api", "an operation is new", "cc", (document) => {
    const { item } = operation(document, "lookUpEmployer")
    const post = { ...item.post, operationId: "updateMember" }
    document.paths["/v1/member_update"] = { post }
  }),
  row("fund-api", "a path gets another version", "bb", (document) => {
    document.paths["/v2/member_registration"] = document.paths["/v1/member_registration"]
    delete document.paths["/v1/member_registration"]
  }),
  row("fund-api", "a way to authenticate is removed", "cb", (document) => {
    document.security.pop()
  }),
  row("fund-api", "a way to authenticate is new", "bc", (document) => {
    document.components.securitySchemes.FundTls = { type: "mutualTLS" }
    document.security.push({ FundTls: [] })
  }),
  row("fund-api", "a request's body is sent as another media type", "bb", (document) => {
    const { content } = operation(document, "lookUpEmployer").operation.requestBody
    content["application/vnd.fund+json"] = content["application/json"]
    delete content["application/json"]
  }),
  row("fund-api", "a description changes", "silent", (document) => {
    operation(document, "lookUpEmployer").operation.description = "Other words, with the same meaning."
    schema(document, "Postcode").description = "Other words."
  })
]
