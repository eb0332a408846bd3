import * as JsonPointer from "effect/JsonPointer"
import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import { findingOf } from "./checks.ts"
import type { ProblemIssue } from "./Problem.ts"
import { typeWords, unionMismatch } from "./unions.ts"

type Path = ReadonlyArray<PropertyKey>

interface Leaf {
  readonly path: Path
  readonly code: string
  readonly predicate: string
  /** Of an unknown property: the names that its object has. */
  readonly known?: ReadonlyArray<string>
}

/** A body may hold thousands of unknown keys; a complete list would only help an attacker. */
const mostIssues = 100
const longestKey = 64
const longestDetail = 500

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      Predicate.isObjectOrArray(inner) && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value
  )

/** Returns a message only if it is the same for every value: a message built from the value could quote a TFN. */
const safeMessage = (message: unknown, value: unknown): string | undefined => {
  if (!Predicate.isString(message)) return undefined
  const quoted = Predicate.isString(value) || Predicate.isNumber(value) ? String(value) : ""
  return quoted.length > 2 && message.includes(quoted) ? undefined : message
}

/** The form of a field name. A key of another form may be misplaced data: a name, a number, a date. */
const fieldName = /^[a-z_][A-Za-z0-9_-]{0,63}$/

/**
 * Names the property if its key has the form of a field name. Any other key could be personal data, so the object that
 * has it is named instead.
 */
const unknownProperty = (path: Path, object?: SchemaAST.AST): Leaf => {
  const shown = fieldName.test(String(path.at(-1)))
  const names = object !== undefined && SchemaAST.isObjects(object) ? object.propertySignatures : []
  return {
    known: shown ? names.map(({ name }) => String(name)) : [],
    path: shown ? path : path.slice(0, -1),
    code: "unknown_property",
    predicate: shown ? "is not known here" : "has a property that is not known here"
  }
}

/** Whether it refuses a key. Objects that are closed by themselves allow no other key, of any type. */
const isUnexpected = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "UnexpectedKey" ||
  (issue._tag === "InvalidType" && SchemaAST.toEncoded(issue.ast)._tag === "Never")

/** The finding of a check, at its value or at the field that the check names. */
const filtered = (
  filter: SchemaIssue.Filter["filter"],
  found: SchemaIssue.Issue,
  path: Path,
  ast: SchemaAST.AST | undefined,
  root: unknown
): Leaf => {
  const place = found._tag === "Pointer" ? [...path, ...found.path] : path
  const inner = found._tag === "Pointer" ? found.issue : found
  if (inner._tag === "UnexpectedKey") return unknownProperty(place)
  const value = valueAt(root, place)
  const finding = findingOf(filter, ast, value)
  const written = inner._tag === "InvalidValue" ? inner.annotations?.message : undefined
  const message = safeMessage(filter.annotations?.["message"] ?? written, value)
  return { path: place, code: finding.code, predicate: message ?? `must ${finding.must}` }
}

/** Whether an object requires the property. */
const requires = (object: SchemaAST.AST | undefined, name: PropertyKey | undefined): boolean => {
  if (object === undefined || !SchemaAST.isObjects(object)) return false
  const property = object.propertySignatures.find((signature) => signature.name === name)
  return property !== undefined && !SchemaAST.isOptional(property.type)
}

/** Nothing was filled in: an empty text that a required field refuses is `required`, like a field that is left out. */
const emptyText = (found: ReadonlyArray<Leaf>): ReadonlyArray<Leaf> => {
  const [first] = found
  return first === undefined || first.code === "wrong_type"
    ? found
    : [{ path: first.path, code: "required", predicate: "is required" }]
}

const walk = (
  issue: SchemaIssue.Issue,
  path: Path,
  ast: SchemaAST.AST | undefined,
  root: unknown
): ReadonlyArray<Leaf> => {
  switch (issue._tag) {
    case "Pointer": {
      const place = [...path, ...issue.path]
      if (isUnexpected(issue.issue)) return [unknownProperty(place, ast)]
      const found = walk(issue.issue, place, undefined, root)
      return requires(ast, issue.path[0]) && valueAt(root, place) === "" ? emptyText(found) : found
    }
    case "Encoding":
      return walk(issue.issue, path, ast, root)
    case "Composite":
      return issue.issues.flatMap((inner) => walk(inner, path, issue.ast, root))
    case "Filter": {
      // A check of a whole object may return several findings.
      const found = issue.issue._tag === "Composite" ? issue.issue.issues : [issue.issue]
      return found.map((each) => filtered(issue.filter, each, path, ast, root))
    }
    case "AnyOf": {
      const forms = issue.issues.map((member) => walk(member, path, undefined, root))
      const [first, second] = forms
      if (first === undefined) {
        const mismatch = unionMismatch(issue.ast, valueAt(root, path))
        return [{ ...mismatch, path: [...path, ...mismatch.path] }]
      }
      if (second === undefined) return first
      const words = forms.map((form) =>
        form.map((leaf) => sentence(leaf.path.slice(path.length), leaf)).join(" and ")
      )
      return [
        { path, code: "not_allowed", predicate: `matches none of the allowed forms: ${words.join("; or ")}` }
      ]
    }
    case "OneOf":
      return [
        {
          path,
          code: "not_allowed",
          predicate: "must match exactly one of the allowed forms, and matches several"
        }
      ]
    case "MissingKey":
      return [{ path, code: "required", predicate: "is required" }]
    case "UnexpectedKey":
      return [unknownProperty(path)]
    case "InvalidType": {
      const encoded = SchemaAST.toEncoded(issue.ast)
      const code = encoded._tag === "Literal" ? "not_allowed" : "wrong_type"
      return [{ path, code, predicate: `must be ${typeWords(encoded)}` }]
    }
    case "InvalidValue":
    case "Forbidden": {
      const message = safeMessage(issue.annotations?.message, valueAt(root, path))
      return [
        { path, code: "not_allowed", predicate: message ?? "must be a value that this operation accepts" }
      ]
    }
  }
}

/** Invisible parts of a key: control and format characters, codes that are no characters, fillers, and line separators. */
const unseen = /[\p{C}\u115f\u1160\u2028\u2029\u3164\uffa0]/gu

/** A key from the request: limited in length, and without lone surrogates, which no pointer can hold. */
const bounded = (key: PropertyKey): string => {
  const text = String(key)
  return (text.length > longestKey ? `${text.slice(0, longestKey)}…` : text).toWellFormed()
}

const keyText = (key: PropertyKey): string => bounded(key).replace(unseen, "?")

const pointerTo = (path: Path): string => JsonPointer.formatUriFragment(path.map(bounded))

const sentence = (path: Path, leaf: Leaf): string =>
  `${path.length === 0 ? "it" : path.map(keyText).join(".")} ${leaf.predicate}`

/** A header name as specs and RFCs write it: the server sees all names in lower case. */
const headerName = (name: PropertyKey): string =>
  String(name).replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())

const named = (place: ProblemIssue["in"], path: Path): Path =>
  place === "header" ? path.map((key, index) => (index === 0 ? headerName(key) : key)) : path

const subject = (place: ProblemIssue["in"], path: Path): string => {
  const name = path.map(keyText).join(".")
  switch (place) {
    case "body":
      return path.length === 0 ? "The body" : name
    case "query":
      return path.length === 0 ? "The query" : `The query parameter ${name}`
    case "header":
      return path.length === 0 ? "The headers" : `The header ${name}`
    case "path":
      return path.length === 0 ? "The path" : `The path's ${name}`
  }
}

/**
 * If one text fails several checks, only the first is reported: a text that is too short also fails its format and
 * checksum.
 */
const specific = ["wrong_type", "too_short", "too_long", "invalid_format", "invalid_checksum"]

const withoutEchoes = (leaves: ReadonlyArray<Leaf>): ReadonlyArray<Leaf> => {
  const first = new Map<string, number>()
  for (const leaf of leaves) {
    const rank = specific.indexOf(leaf.code)
    const place = pointerTo(leaf.path)
    if (rank !== -1) first.set(place, Math.min(rank, first.get(place) ?? rank))
  }
  return leaves.filter((leaf) => {
    const rank = specific.indexOf(leaf.code)
    return rank === -1 || rank === first.get(pointerTo(leaf.path))
  })
}

const plainName = (name: PropertyKey): string => String(name).toLowerCase().replaceAll(/[_-]/g, "")

/** The name to write in place of an unknown one: a known name that is spelt nearly so, or else any parameter of the query. */
const alternative = (place: ProblemIssue["in"], { known = [], path }: Leaf): string => {
  const meant = known.find((name) => plainName(name) === plainName(path.at(-1) ?? ""))
  if (meant !== undefined) return `, ${meant} is`
  return place === "query" && known.length > 0 ? `; known are ${known.join(", ")}` : ""
}

const issueAt = (place: ProblemIssue["in"], leaf: Leaf): ProblemIssue => {
  const path = named(place, leaf.path)
  return {
    in: place,
    pointer: pointerTo(path),
    code: leaf.code,
    detail:
      `${subject(place, path)} ${leaf.predicate}${alternative(place, leaf)}`.slice(0, longestDetail - 1) + "."
  }
}

/** The issue for an object with two members of the same name, at this path. */
export const duplicateIssue = (path: ReadonlyArray<string | number>): ProblemIssue => {
  const unsafe = path.findIndex((key) => Predicate.isString(key) && !fieldName.test(key))
  return issueAt("body", {
    path: unsafe === -1 ? path : path.slice(0, unsafe),
    code: "duplicate_property",
    predicate: unsafe === -1 ? "is given more than once" : "has a property that is given more than once"
  })
}

/**
 * Lists the issues that a schema found, each with its place, a code for programs and a sentence for people. `value` is
 * the decoded input; it selects between sentences and is never quoted.
 */
export const issuesOf = (
  place: ProblemIssue["in"],
  issue: SchemaIssue.Issue,
  value: unknown
): ReadonlyArray<ProblemIssue> =>
  withoutEchoes(walk(issue, [], undefined, value).slice(0, mostIssues)).map((leaf) =>
    issueAt(place, place === "query" ? oncePerName(leaf, value) : leaf)
  )

/** A parameter that is given twice is read as a list, which a person who typed it wouldn't recognise. */
const oncePerName = (leaf: Leaf, query: unknown): Leaf =>
  leaf.path.length === 1 && Array.isArray(valueAt(query, leaf.path))
    ? { ...leaf, predicate: "is given more than once" }
    : leaf
