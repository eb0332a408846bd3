import type { ChangeClass } from "../../src/changes/Change.ts"
import type { DocumentName } from "../../src/changes/documents.ts"

/** A bundled document that may be changed. */
export type Draft = any

/** A change of a document, and what it means to callers and to implementers. */
export interface Row {
  readonly name: string
  readonly document: DocumentName
  readonly change: (document: Draft) => void
  readonly callers: ChangeClass
  readonly implementers: ChangeClass
  /** Nothing of the contract changed: there is nothing to announce. */
  readonly silent: boolean
}

export const schema = (document: Draft, name: string): Draft => document.components.schemas[name]

/** An operation by its id, with its path item. */
export const operation = (document: Draft, id: string): Draft => {
  for (const [path, item] of Object.entries<Draft>(document.paths)) {
    for (const [method, operation] of Object.entries<Draft>(item)) {
      if (operation.operationId === id) return { path, method, item, operation }
    }
  }
  throw new Error(`no operation ${id}`)
}

const classes = {
  cc: { callers: "compatible", implementers: "compatible" },
  cb: { callers: "compatible", implementers: "breaking" },
  bc: { callers: "breaking", implementers: "compatible" },
  bb: { callers: "breaking", implementers: "breaking" }
} as const

/** `want`: first the callers' class, then the implementers'; c for compatible, b for breaking. Or that it is no change. */
export const row = (
  document: DocumentName,
  name: string,
  want: keyof typeof classes | "silent",
  change: (document: Draft) => void
): Row => ({
  document,
  name,
  change,
  ...classes[want === "silent" ? "cc" : want],
  silent: want === "silent"
})
