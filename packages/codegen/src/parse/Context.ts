import type { Bundle } from "../documents/bundle.ts"
import { formatPointer, parsePointer, type Pointer, valueAt, isObject, type Json } from "../documents/json.ts"
import type { Finding, FindingCode } from "../findings.ts"
import type { Component, SchemaNode } from "../model/Schema.ts"

/** The state that all parse steps share: the bundle they read, and the findings they add. */
export interface Context {
  readonly bundle: Bundle
  readonly findings: Array<Finding>
  /** The components of all bundles parsed so far, by name. */
  readonly components: ReadonlyMap<string, Component>
  readonly report: (code: FindingCode, pointer: Pointer, message: string) => void
}

export const makeContext = (
  bundle: Bundle,
  findings: Array<Finding>,
  components: ReadonlyMap<string, Component>
): Context => ({
  bundle,
  findings,
  components,
  report: (code, pointer, message) => {
    const origin = bundle.origin(pointer)
    const finding = { code, document: origin.document, pointer: formatPointer(origin.pointer), message }
    if (!findings.some((other) => JSON.stringify(other) === JSON.stringify(finding))) findings.push(finding)
  }
})

/** Parses any schema. Passed to the parsers of schemas that contain others, to avoid circular imports. */
export type ParseSchema = (context: Context, schema: unknown, at: Pointer) => SchemaNode

/** An object of the bundle and its position, after resolving its reference. */
export interface Resolved {
  readonly value: Json
  readonly at: Pointer
  /** The component's name, if it was a reference. */
  readonly name?: string
}

export const resolve = (context: Context, value: unknown, at: Pointer): Resolved => {
  if (!isObject(value)) return { value: {}, at }
  const reference = value["$ref"]
  if (typeof reference !== "string") return { value, at }
  const pointer = parsePointer(reference.replace(/^#/, ""))
  const target = resolve(context, valueAt(context.bundle.document, pointer), pointer)
  return { ...target, name: pointer.at(-1) ?? "" }
}
