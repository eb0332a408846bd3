import type { Bundle } from "../documents/bundle.ts"
import type { Pointer } from "../documents/pointer.ts"
import { formatPointer } from "../documents/pointer.ts"
import type { Finding, FindingCode } from "../findings.ts"
import type { Component, SchemaNode } from "../model/Schema.ts"

/** What every parse step shares: the bundle it reads, and the findings it adds to. */
export interface Context {
  readonly bundle: Bundle
  readonly findings: Array<Finding>
  /** Components of all bundles by name, as far as parsed. */
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

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Only the keys that have a value: the model has no `undefined` in it. */
export const present = <A extends object>(value: A): { [K in keyof A]: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never

/** Parses any schema. Given to the parsers of those that hold others, so that no two files need each other. */
export type ParseSchema = (context: Context, schema: unknown, at: Pointer) => SchemaNode
