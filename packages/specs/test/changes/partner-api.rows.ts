import { operation, row, schema } from "./rows.ts"

const text = { type: "string", maxLength: 40, pattern: "^[a-z]+$", description: "New." }

/** Changes of the document that partners call and the service implements. */
export const partnerApiRows = [
  row("partner-api", "an answer's new field, required", "cb", (document) => {
    schema(document, "Employer").properties.trading_name = text
    schema(document, "Employer").required.push("trading_name")
  }),
  row("partner-api", "an answer's field is removed", "bc", (document) => {
    const employer = schema(document, "Employer")
    delete employer.properties.stapling_status
    employer.required = employer.required.filter((name: string) => name !== "stapling_status")
  }),
  row("partner-api", "a request's new field, optional", "cb", (document) => {
    schema(document, "EmployerCreation").properties.trading_name = text
  }),
  row("partner-api", "an answer's closed set gains a value", "bc", (document) => {
    schema(document, "EmployerOnboardingStatus").enum.push("waiting")
  }),
  row("partner-api", "an answer's closed set loses a value", "cb", (document) => {
    schema(document, "EmployerOnboardingStatus").enum.pop()
  }),
  row("partner-api", "a value of a request and of an answer is new", "bb", (document) => {
    schema(document, "EmployerIssueStatus").enum.push("snoozed")
  }),
  row("partner-api", "a closed set of error codes gains one", "bc", (document) => {
    schema(document, "ConflictProblem").properties.code.enum.push("employer_is_closed")
  }),
  row("partner-api", "an open set of error codes gains one", "cc", (document) => {
    schema(document, "KnownFieldErrorCode").enum.push("too_new")
  }),
  row("partner-api", "an open set is closed", "cb", (document) => {
    const { properties } = schema(document, "FieldError")
    properties.code = { $ref: "#/components/schemas/KnownFieldErrorCode" }
  }),
  row("partner-api", "an answer asks for what it doesn't describe", "cb", (document) => {
    schema(document, "Employer").required.push("trading_name")
  }),
  row("partner-api", "a second schema stands beside a request's, and asks nothing", "silent", (document) => {
    schema(document, "EmployerCreation").allOf = [{ minProperties: 0, description: "Nothing more." }]
  }),
  row("partner-api", "an answer's format changes", "bb", (document) => {
    schema(document, "Timestamp").format = "date"
  }),
  row("partner-api", "a parameter's maximum is lowered", "bc", (document) => {
    schema(document, "PageLimit").maximum = 50
  }),
  row("partner-api", "a default changes", "bb", (document) => {
    schema(document, "PageLimit").default = 50
  }),
  row("partner-api", "a query parameter is new", "cb", (document) => {
    operation(document, "listEmployers").operation.parameters.push({
      name: "sort",
      in: "query",
      schema: text
    })
  }),
  row("partner-api", "a query parameter is removed", "bb", (document) => {
    const { operation: list } = operation(document, "listEmployers")
    list.parameters = list.parameters.filter(({ name }: { name?: string }) => name !== "remote_id")
  }),
  row("partner-api", "a query parameter becomes required", "bc", (document) => {
    document.components.parameters.After.required = true
  }),
  row("partner-api", "an answer's header is removed", "bc", (document) => {
    delete operation(document, "getEmployer").operation.responses["200"].headers.ETag
  }),
  row("partner-api", "an answer's header is new, and always sent", "cb", (document) => {
    const { headers } = operation(document, "getEmployer").operation.responses["200"]
    headers["Last-Modified"] = { required: true, schema: text }
  }),
  row("partner-api", "an operation is removed", "bb", (document) => {
    delete document.paths["/api/v1/onboarding-session/{id}/tfn"]
  }),
  row("partner-api", "an operation is new", "cb", (document) => {
    const { get } = document.paths["/api/v1/employers/{id}"]
    document.paths["/api/v1/employers/{id}/history"] = { get: { ...get, operationId: "getEmployerHistory" } }
  }),
  row("partner-api", "an operation is planned", "silent", (document) => {
    const { get } = document.paths["/api/v1/employers/{id}"]
    const planned = { ...get, operationId: "getEmployerHistory", "x-planned": "embeds" }
    document.paths["/api/v1/employers/{id}/history"] = { get: planned }
  }),
  row("partner-api", "an operation is named otherwise", "bb", (document) => {
    operation(document, "getEmployer").operation.operationId = "readEmployer"
  }),
  row("partner-api", "an operation is deprecated", "cc", (document) => {
    const { operation: get } = operation(document, "getEmployer")
    Object.assign(get, { deprecated: true, "x-deprecated-since": "2027-01-01", "x-sunset": "2027-06-01" })
  }),
  row("partner-api", "a field is deprecated", "cc", (document) => {
    schema(document, "Employer").properties.country.deprecated = true
  }),
  row("partner-api", "success has another status", "bb", (document) => {
    const { responses } = operation(document, "createEmployer").operation
    responses["200"] = responses["201"]
    delete responses["201"]
  }),
  row("partner-api", "an error's status is new", "cc", (document) => {
    const { responses } = operation(document, "getEmployer").operation
    responses["423"] = responses["404"]
  }),
  row("partner-api", "an optional body becomes required", "bc", (document) => {
    operation(document, "resolveEmployerIssue").operation.requestBody.required = true
  }),
  row("partner-api", "an answer is given in one media type more", "cb", (document) => {
    const { content } = operation(document, "getEmployer").operation.responses["200"]
    content["application/xml"] = content["application/json"]
  }),
  row("partner-api", "an operation goes to another kind of key", "bb", (document) => {
    operation(document, "getEmployer").operation.security = [{ PartnerKey: [] }]
  }),
  row("partner-api", "an operation takes another kind of key as well", "cb", (document) => {
    operation(document, "getEmployer").operation.security = [{ ProductKey: [] }, { PartnerKey: [] }]
  }),
  row("partner-api", "the kinds of key change places", "bb", (document) => {
    document.security = [{ PartnerKey: [] }]
  }),
  row("partner-api", "one kind of key takes the place of two", "bb", (document) => {
    const { securitySchemes } = document.components
    document.components.securitySchemes = { ApiKey: securitySchemes.ProductKey }
    document.security = [{ ApiKey: [] }]
  }),
  row("partner-api", "an operation asks for two kinds of key at once", "bb", (document) => {
    operation(document, "getEmployer").operation.security = [{ ProductKey: [], PartnerKey: [] }]
  }),
  row("partner-api", "the kinds of key swap their names", "bb", (document) => {
    const { PartnerKey, ProductKey } = document.components.securitySchemes
    document.components.securitySchemes = { PartnerKey: ProductKey, ProductKey: PartnerKey }
    document.security = [{ PartnerKey: [] }]
  }),
  row("partner-api", "one operation's kind of key gets a new name", "bb", (document) => {
    const { securitySchemes } = document.components
    securitySchemes.TeamKey = securitySchemes.ProductKey
    operation(document, "getEmployer").operation.security = [{ TeamKey: [] }]
  }),
  row("partner-api", "two kinds of key take the place of one", "bb", (document) => {
    const { ProductKey, ...others } = document.components.securitySchemes
    document.components.securitySchemes = { ...others, ReadKey: ProductKey, WriteKey: ProductKey }
    document.security = [{ WriteKey: [] }]
    operation(document, "getEmployer").operation.security = [{ ReadKey: [] }]
  }),
  row("partner-api", "a kind of key stands for another principal", "bb", (document) => {
    document.components.securitySchemes.ProductKey["x-principal"] = "OperatorPrincipal"
  }),
  row("partner-api", "a kind of key has another name in the whole document", "silent", (document) => {
    const { securitySchemes } = document.components
    securitySchemes.EmployerKey = securitySchemes.ProductKey
    delete securitySchemes.ProductKey
    document.security = [{ EmployerKey: [] }]
  }),
  row("partner-api", "keys are sent in another header", "bb", (document) => {
    document.components.securitySchemes.ProductKey.name = "Authorization"
  }),
  row("partner-api", "the service moves to another host", "bc", (document) => {
    document.servers = [{ url: "https://api2.embedded-super.example" }]
  }),
  row("partner-api", "an example is removed", "silent", (document) => {
    const { content } = operation(document, "createEmployer").operation.responses["201"]
    delete content["application/json"].examples
  })
]

/** Changes of the document that the embeds call. */
export const embedApiRows = [
  row("embed-api", "a view's field is removed", "bc", (document) => {
    delete schema(document, "EmployerView").properties.fund
    schema(document, "EmployerView").required.pop()
  }),
  row("embed-api", "a view's new field, optional", "cc", (document) => {
    schema(document, "EmployerView").properties.default_fund = { type: "string" }
  }),
  row("embed-api", "a save asks for more", "bb", (document) => {
    schema(document, "EmployerViewSave").required.push("terms")
    schema(document, "EmployerViewSave").properties.terms = { type: "string" }
  })
]
