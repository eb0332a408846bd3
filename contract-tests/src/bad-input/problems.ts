import { completedSpecs } from "@embedded-super/codegen"
import type { ValidateFunction } from "ajv"
import { findings, newValidator } from "../openapi/validator.ts"

const file = "problems.yaml"

/** Validates problems against the specs' own schemas, one for each status. */
export const problemJudge = (): ((status: number, problem: unknown) => ReadonlyArray<string>) => {
  const specs = completedSpecs()
  const read = (name: string) => specs.read(`schemas/${name}`) as Readonly<Record<string, any>>
  const ajv = newValidator()
  for (const name of [file, "problem-details.yaml", "values.yaml"]) ajv.addSchema(read(name), name)
  const ofStatus = new Map<number, ValidateFunction>()
  for (const [name, schema] of Object.entries(read(file))) {
    const [status] = (schema.properties?.status?.enum ?? []) as ReadonlyArray<number>
    const validate = status === undefined ? undefined : ajv.getSchema(`${file}#/${name}`)
    if (status !== undefined && validate !== undefined) ofStatus.set(status, validate as ValidateFunction)
  }
  return (status, problem) => {
    const validate = ofStatus.get(status)
    return validate === undefined
      ? [`the specs have no problem of status ${status}`]
      : findings(validate, problem)
  }
}
