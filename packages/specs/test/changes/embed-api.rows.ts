import { row, schema } from "./rows.ts"

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
