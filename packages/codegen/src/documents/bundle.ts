import { isDeepStrictEqual } from "node:util"
import type { Finding, FindingCode } from "../findings.ts"
import { SpecError } from "../findings.ts"
import type { Documents } from "./Documents.ts"
import { resolvePath } from "./Documents.ts"
import { withDefaultAnswers } from "./defaultAnswers.ts"
import { withProblemCodes } from "./problemCodes.ts"
import type { Kind } from "./kinds.ts"
import { sectionOf, shapes } from "./kinds.ts"
import { type Pointer, formatPointer, parsePointer, valueAt } from "./json.ts"

type Json = Record<string, unknown>

/** The source position of a bundled part. */
export interface Origin {
  readonly document: string
  readonly pointer: Pointer
}

/** A self-contained document: every reference points into its own `components`. */
export interface Bundle {
  readonly path: string
  readonly document: Json
  /** Maps a pointer in the bundle to its position in the source. */
  readonly origin: (pointer: Pointer) => Origin
}

/**
 * Includes everything that a document references. Components keep their names; two of the same name must have the same
 * content. Path items are included whole. Throws a SpecError with all findings.
 */
export const bundle = (documents: Documents, path: string, root: Kind): Bundle => {
  const source = documents.read(path)
  const findings: Array<Finding> = []
  const components: Record<string, Json> = {}
  const origins = new Map<string, Origin>()

  const report = (code: FindingCode, at: Origin, message: string): void => {
    findings.push({ code, document: at.document, pointer: formatPointer(at.pointer), message })
  }

  const child = (at: Origin, key: string): Origin => ({
    document: at.document,
    pointer: [...at.pointer, key]
  })

  const walk = (value: unknown, kind: Kind, at: Origin, out: Pointer): unknown => {
    if (typeof value !== "object" || value === null) return value
    if (kind.startsWith("list:")) {
      return (value as ReadonlyArray<unknown>).map((item, index) =>
        walk(item, kind.slice(5), child(at, String(index)), [...out, String(index)])
      )
    }
    if (kind.startsWith("map:")) {
      return mapValues(value as Json, (item, key) => walk(item, kind.slice(4), child(at, key), [...out, key]))
    }
    const reference = (value as Json)["$ref"]
    if (typeof reference === "string") return resolve(value as Json, reference, kind, at, out)
    const fields = shapes[kind]?.fields ?? {}
    return mapValues(value as Json, (item, key) =>
      fields[key] === undefined ? item : walk(item, fields[key], child(at, key), [...out, key])
    )
  }

  const resolve = (holder: Json, reference: string, kind: Kind, at: Origin, out: Pointer): unknown => {
    const [file = "", fragment = ""] = reference.split("#")
    const document = resolvePath(at.document, file)
    const pointer = parsePointer(fragment)
    const target = documents.has(document) ? valueAt(documents.read(document), pointer) : undefined
    if (target === undefined) {
      report("ref_not_found", at, `${reference} leads nowhere`)
      return holder
    }
    const origin: Origin = { document, pointer }
    if (kind === "pathItem") {
      origins.set(formatPointer(out), origin)
      return walk(target, kind, origin, out)
    }
    if (document === path && (pointer[0] !== "components" || pointer.length !== 3)) {
      // AsyncAPI references its own channels and messages by position; those references stay.
      return holder
    }
    const section = sectionOf(kind)
    const name = pointer.at(-1)
    if (section === undefined || name === undefined || !isComponentPointer(pointer)) {
      report("ref_not_to_component", at, `${reference} isn't a named ${kind}`)
      return holder
    }
    // A component that is only a reference to one of the same name elsewhere is replaced by that one.
    if (isDeepStrictEqual(out, ["components", section, name])) {
      origins.set(formatPointer(out), origin)
      return walk(target, kind, origin, out)
    }
    add(section, name, target, kind, origin)
    return { ...holder, $ref: `#/components/${section}/${name}` }
  }

  const added = new Map<string, { readonly kind: Kind; readonly origin: Origin; readonly target: unknown }>()

  const add = (section: string, name: string, target: unknown, kind: Kind, origin: Origin): void => {
    if (origin.document === path) return
    const out = ["components", section, name]
    const id = formatPointer(out)
    const own = valueAt(source, out)
    if (own !== undefined) {
      if (!refersTo(own, path, origin)) {
        report(
          "component_conflict",
          origin,
          `${section}/${name} is also written in ${path}${id}, differently`
        )
      }
      return
    }
    const before = added.get(id)
    if (before === undefined) {
      added.set(id, { kind, origin, target })
      origins.set(id, origin)
      const holder = (components[section] ??= {})
      holder[name] = {}
      holder[name] = walk(target, kind, origin, out)
    } else if (before.origin.document !== origin.document && !isDeepStrictEqual(before.target, target)) {
      report("component_conflict", origin, `${section}/${name} differs from ${before.origin.document}`)
    }
  }

  const walked = walk(source, root, { document: path, pointer: [] }, []) as Json
  if (findings.length > 0) throw new SpecError(findings)
  return {
    path,
    document: withProblemCodes(path, withDefaultAnswers(withComponents(walked, components))),
    origin: (pointer) => {
      for (let length = pointer.length; length > 0; length--) {
        const found = origins.get(formatPointer(pointer.slice(0, length)))
        if (found !== undefined) {
          return { document: found.document, pointer: [...found.pointer, ...pointer.slice(length)] }
        }
      }
      return { document: path, pointer }
    }
  }
}

const isComponentPointer = (pointer: Pointer): boolean =>
  pointer.length === 1 || pointer.length === 2 || (pointer.length === 3 && pointer[0] === "components")

const refersTo = (value: unknown, from: string, origin: Origin): boolean => {
  const reference = typeof value === "object" && value !== null ? (value as Json)["$ref"] : undefined
  if (typeof reference !== "string") return false
  const [file = "", fragment = ""] = reference.split("#")
  return (
    resolvePath(from, file) === origin.document && isDeepStrictEqual(parsePointer(fragment), origin.pointer)
  )
}

const mapValues = (value: Json, f: (item: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, f(item, key)]))

/**
 * Own components first, then the included ones, each section by name: the order never depends on the order of
 * references.
 */
const withComponents = (document: Json, added: Record<string, Json>): Json => {
  const own = (document["components"] ?? {}) as Record<string, Json>
  const names = [...new Set([...Object.keys(own), ...Object.keys(added)])].toSorted()
  if (names.length === 0) return document
  const merged = names.map((section) => {
    const entries = Object.entries({ ...added[section], ...own[section] })
    return [section, Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))]
  })
  return { ...document, components: Object.fromEntries(merged) }
}
