/**
 * An object's rules about several properties: `not`, `if` and `dependentSchemas` in the specs. None of them ever
 * returns, prints or throws a value.
 */
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"

/** A property, and the values of it that a rule applies to. */
interface When {
  readonly property: string
  readonly values: ReadonlyArray<string | number | boolean>
}

const has = (object: object, name: string): boolean => Object.hasOwn(object, name)

const fits = (object: object, { property, values }: When): boolean =>
  has(object, property) && values.includes(Reflect.get(object, property))

const words = ({ property, values }: When): string => `${property} is ${values.join(" or ")}`

const rule = (
  issueCode: string,
  expected: string,
  findings: (object: object, ast: SchemaAST.AST) => Schema.FilterOutput
): SchemaAST.Filter<object> => Schema.makeFilter(findings, { expected, issueCode })

const at = (name: string, issue: string) => ({ path: [name], issue })

/** Two properties that exclude each other; the finding names the second as the one to omit. */
export const notTogether = (first: string, second: string): SchemaAST.Filter<object> => {
  const text = `can't be given together with ${first}`
  return rule("not_allowed", `${second} without ${first}`, (object) =>
    has(object, first) && has(object, second) ? at(second, text) : undefined
  )
}

/** One of two properties, or both. */
export const atLeastOne = (first: string, second: string): SchemaAST.Filter<object> => {
  const text = `needs ${first} or ${second}`
  return rule("required", text, (object) => (has(object, first) || has(object, second) ? undefined : text))
}

/** One of two properties, and not both. */
export const exactlyOne = (first: string, second: string): SchemaAST.Filter<object> => {
  const text = `needs exactly one of ${first} and ${second}`
  return rule("not_allowed", text, (object) =>
    has(object, first) === has(object, second) ? text : undefined
  )
}

/** A property that is required if another has one of these values. */
export const requiredWhen = (when: When, name: string): SchemaAST.Filter<object> => {
  const text = `is required where ${words(when)}`
  return rule("required", `${name} ${text}`, (object) =>
    fits(object, when) && !has(object, name) ? at(name, text) : undefined
  )
}

/** A property that is allowed only if another has one of these values. */
export const onlyWhen = (when: When, name: string): SchemaAST.Filter<object> => {
  const text = `is accepted only where ${words(when)}`
  return rule("not_allowed", `${name} ${text}`, (object) =>
    has(object, name) && !fits(object, when) ? at(name, text) : undefined
  )
}

/** An object that allows no other keys if a property has one of these values. */
export const closedWhen = (when: When, known: ReadonlyArray<string>): SchemaAST.Filter<object> =>
  rule("unknown_property", `no other properties where ${words(when)}`, (object, ast) =>
    fits(object, when)
      ? Object.keys(object)
          .filter((key) => !known.includes(key))
          .map((key) => ({ path: [key], issue: new SchemaIssue.UnexpectedKey(ast) }))
      : undefined
  )
