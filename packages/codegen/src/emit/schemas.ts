import type { Component } from "../model/Schema.ts"
import { checkExport } from "../runtime/checkNames.ts"
import { banner, docBlock, quote } from "./code.ts"
import { inOrder } from "../model/references.ts"
import { emitSchema } from "./schema.ts"

/**
 * `schemas.ts`: every named schema of the specs, as a value and a type of its name. Text with a pattern is branded with
 * the name, has its named check, and is Redacted if the specs require it.
 */
export const emitSchemas = (
  components: ReadonlyMap<string, Component>,
  closes: (name: string) => boolean
): string => {
  const { ordered } = inOrder(components)
  const body = ordered.map((component) => emitComponent(component, closes(component.name))).join("\n")
  const imports = [
    `import * as Schema from "effect/Schema"`,
    ...(body.includes("Checks.") ? [`import * as Checks from "./checks.ts"`] : []),
    ...(body.includes("ObjectRules.") ? [`import * as ObjectRules from "./objectRules.ts"`] : []),
    ...(body.includes("closed(") ? [`import { closed } from "./closed.ts"`] : []),
    ...(body.includes("(inSmallLetters)") ? [`import { inSmallLetters } from "./inSmallLetters.ts"`] : [])
  ]
  return `${banner("specs/")}\n${imports.join("\n")}\n\n${body}`
}

const emitComponent = (component: Component, closes: boolean): string => {
  const { name } = component
  const doc = docBlock(
    component.description,
    `${component.document}`,
    component.deprecated ? "@deprecated" : undefined
  )
  const type =
    component.schema.kind === "object" &&
    component.schema.rest !== "open" &&
    typeof component.schema.rest === "string"
      ? `export interface ${name} extends Schema.Schema.Type<typeof ${name}> {}`
      : `export type ${name} = typeof ${name}.Type`
  return `${doc}export const ${name} = ${expression(component, closes)}\n${type}\n`
}

const expression = (component: Component, closes: boolean): string => {
  const { name, schema } = component
  const identified = `.annotate({ identifier: ${quote(name)} })`
  // An alias keeps the identity of its target.
  if (schema.kind === "reference") return schema.name
  const whole = emitSchema(schema, { reference: (reference) => reference, closes })
  const base =
    component.checkFirst === undefined
      ? whole
      : whole.replace(/^Schema\.String/, `$&.check(Checks.${checkExport(component.checkFirst)}.abort())`)
  const checked =
    component.check === undefined ? base : `${base}.check(Checks.${checkExport(component.check)})`
  const branded = component.branded ? `${checked}.pipe(Schema.brand(${quote(name)}))` : checked
  return component.redacted ? `Schema.RedactedFromValue(${branded})${identified}` : `${branded}${identified}`
}
