/** The part of JSON Schema that the generated code can enforce. */
export type SchemaNode =
  | ReferenceNode
  | StringNode
  | NumberNode
  | BooleanNode
  | NullNode
  | UnknownNode
  | LiteralsNode
  | ArrayNode
  | ObjectNode
  | UnionNode

export interface ReferenceNode {
  readonly kind: "reference"
  readonly name: string
}
export interface StringNode {
  readonly kind: "string"
  /** `format: uuid`: taken in capitals too, and kept in small letters (RFC 9562, section 4). */
  readonly isUuid?: true
  readonly pattern?: string
  /** The expected form, for people, shown if a text breaks the pattern: `x-message`. */
  readonly message?: string
  readonly minLength?: number
  readonly maxLength?: number
}
export interface NumberNode {
  readonly kind: "number"
  readonly integer: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
}
export interface BooleanNode {
  readonly kind: "boolean"
}
export interface NullNode {
  readonly kind: "null"
}
export interface UnknownNode {
  readonly kind: "unknown"
}
export interface LiteralsNode {
  readonly kind: "literals"
  readonly values: ReadonlyArray<string | number | boolean>
}
export interface ArrayNode {
  readonly kind: "array"
  readonly items: SchemaNode
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems: boolean
}
export interface ObjectNode {
  readonly kind: "object"
  readonly properties: ReadonlyArray<Property>
  /**
   * Other keys: forbidden (`closed`), dropped by readers (`ignored`: nothing is specified), kept by readers (`open`:
   * `additionalProperties: true` is specified), or all of one schema.
   */
  readonly rest: "closed" | "ignored" | "open" | SchemaNode
  readonly minProperties?: number
  readonly maxProperties?: number
  /** The object's rules about several properties. */
  readonly rules?: ReadonlyArray<ObjectRule>
}
export interface UnionNode {
  readonly kind: "union"
  readonly members: ReadonlyArray<SchemaNode>
  readonly exactlyOne: boolean
}

export interface Property {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly description?: string
  readonly deprecated: boolean
}

/** A named schema of the specs. */
export interface Component {
  readonly name: string
  readonly schema: SchemaNode
  readonly description?: string
  readonly deprecated: boolean
  /** Scalars with a pattern: the type carries the component's name. */
  readonly branded: boolean
  /** The named check before length and pattern, from `x-check-first`: a more helpful finding than theirs. */
  readonly checkFirst: string | undefined
  /** The named check in addition to the pattern, from `x-check`. */
  readonly check?: string
  /** Never printed: `x-redacted`. */
  readonly redacted: boolean
  /** The value of an optional query parameter of this schema if it is absent. */
  readonly default?: string | number | boolean
  /** Its source position, for the doc block and for findings. */
  readonly document: string
  readonly pointer: string
}

/** A rule of an object about several of its properties. Each kind is a check of `runtime/objectRules.ts`. */
export type ObjectRule =
  | { readonly kind: "notTogether" | "atLeastOne" | "exactlyOne"; readonly names: readonly [string, string] }
  | {
      readonly kind: "requiredWhen" | "onlyWhen"
      readonly name: string
      readonly when: When
    }
  | { readonly kind: "closedWhen"; readonly known: ReadonlyArray<string>; readonly when: When }

/** A property, and the values of it that a rule applies to. */
export interface When {
  readonly property: string
  readonly values: ReadonlyArray<string | number | boolean>
}
