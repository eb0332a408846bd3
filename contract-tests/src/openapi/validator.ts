import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"

/** An independent validator of JSON Schema 2020-12, with formats; it ignores the documents' own extensions. */
export const newValidator = (): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS: its function is the default of its default.
  ;(addFormats as unknown as (validator: Ajv2020) => void)(ajv)
  return ajv
}

/** A validator's findings, one line each; empty if the value satisfies the schema. Values are not quoted. */
export const findings = (validate: ValidateFunction, value: unknown): ReadonlyArray<string> =>
  validate(value) === true
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, keyword, message, params }) =>
          `${instancePath === "" ? "/" : instancePath} ${keyword}: ${message} ${JSON.stringify(params)}`
      )
