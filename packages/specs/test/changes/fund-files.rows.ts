import type { Draft } from "./rows.ts"
import { row, schema } from "./rows.ts"

const details = (document: Draft) => schema(document, "EmployerDetailsRow")
const column = { type: "string", maxLength: 40 }

/** Changes of the files that the service and funds exchange. The service writes some, and funds write the others. */
export const fundFileRows = [
  row("fund-files", "a column that the service writes is removed", "cb", (document) => {
    delete details(document).properties.employer_name
    details(document).properties = { ...details(document).properties }
  }),
  row("fund-files", "the service writes one column more, the last", "cc", (document) => {
    details(document).properties.industry_code = column
  }),
  row("fund-files", "the service writes one column more, in between", "bb", (document) => {
    const { abn, ...others } = details(document).properties
    details(document).properties = { abn, industry_code: column, ...others }
  }),
  row("fund-files", "two columns change places", "bb", (document) => {
    const { abn, employer_name, ...others } = details(document).properties
    details(document).properties = { employer_name, abn, ...others }
  }),
  row("fund-files", "a column that the service writes may be empty", "cb", (document) => {
    details(document).required.pop()
  }),
  row("fund-files", "a fund may write one column more", "bc", (document) => {
    schema(document, "EmployerListRow").properties.note = column
  }),
  row("fund-files", "a fund has to write a column that was optional", "cb", (document) => {
    schema(document, "EmployerListRow").required.push("employer_number")
  }),
  row("fund-files", "a list has an outcome more", "cb", (document) => {
    schema(document, "Outcome").enum.push("held")
  }),
  row("fund-files", "a profile's value is gone", "cb", (document) => {
    schema(document, "FundProfile").properties.flow.enum.pop()
  }),
  row("fund-files", "a profile may hold one field more", "bc", (document) => {
    schema(document, "FundProfile").properties.limits = { type: "integer" }
  }),
  row("fund-files", "a file is written another way", "bb", (document) => {
    details(document)["x-file"].format = "tsv"
  }),
  row("fund-files", "a file is gone", "bb", (document) => {
    delete document.components.schemas.EmployerListRow
  }),
  row("fund-files", "a file is new", "cc", (document) => {
    document.components.schemas.EmployerNumbersRow = structuredClone(details(document))
  })
]
