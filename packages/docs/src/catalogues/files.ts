import { type Page, table } from "../Page.ts"
import { readSchemas, type SchemaOfFile } from "../schemaFiles.ts"

const chapters = [
  {
    file: "fund-files/employer-list-row.yaml",
    title: "Employer list",
    intro: "What a fund uploads: one row for each employer, as CSV."
  },
  {
    file: "fund-files/employer-list-result.yaml",
    title: "Result of an employer list",
    intro: "What appears in place of the list when it has been read, as JSON."
  },
  {
    file: "fund-files/employer-details-row.yaml",
    title: "Employer details",
    intro: "The file for a fund that receives employer details by file, as CSV."
  },
  {
    file: "fund-files/fund-profile.yaml",
    title: "Fund profile",
    intro: "What the operator loads for a fund, as YAML or JSON."
  },
  {
    file: "operator-files/instance.yaml",
    title: "Instance file",
    intro: "Who operates the service, as its operator writes it, as YAML or JSON."
  },
  {
    file: "schemas/check-report.yaml",
    title: "Report of a conformance kit",
    intro: "What `fund-check` and `partner-check` write about a run, `report.json`."
  }
] as const

const section = ({ description, examples, fields, name }: SchemaOfFile): string => {
  const rows = fields.map((field) => [
    // A table's cell has no anchor of its own.
    `<span id="${name.toLowerCase()}-${field.name}">\`${field.name}\`</span>`,
    field.type,
    field.isRequired ? "yes" : "no",
    field.description
  ])
  const example =
    examples[0] === undefined || typeof examples[0] !== "object"
      ? []
      : [`\`\`\`json\n${JSON.stringify(examples[0], undefined, 2)}\n\`\`\``]
  return [
    `### ${name}`,
    description,
    ...(rows.length === 0 ? [] : [table(["Field", "Type", "Required", "Meaning"], rows)]),
    ...example
  ].join("\n\n")
}

/** The files that the service, funds, operators and the kits write and read, field by field. */
export const filesPage = (): Page => {
  const parts = chapters.map(
    ({ file, intro, title }) => `## ${title}\n\n${intro}\n\n${readSchemas(file).map(section).join("\n\n")}`
  )
  return {
    slug: "reference/files",
    title: "File formats",
    description:
      "The files that are exchanged with funds: employer lists, their results, employer details, profiles. The operator's instance file, and the report of the conformance kits.",
    body: parts.join("\n\n")
  }
}
