import type { SchemaNode } from "./Schema.ts"

/** One OpenAPI document. */
export interface Api {
  /** Folder under `specs/`, also the name of the generated file: `partner-api`. */
  readonly name: string
  readonly title: string
  readonly operations: ReadonlyArray<Operation>
  readonly securities: ReadonlyArray<Security>
  readonly middlewares: ReadonlyArray<Middleware>
}

export interface Operation {
  readonly id: string
  readonly method: "get" | "post" | "put" | "patch" | "delete"
  /** In the spec's form, with `{id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** The milestone that will implement it, from `x-planned`. */
  readonly planned?: string
  /** The headers of a deprecated operation, from the change ledger. */
  readonly retirement?: { readonly deprecation: string; readonly sunset?: string; readonly link?: string }
  readonly params: ReadonlyArray<Field>
  readonly query: ReadonlyArray<Field>
  readonly headers: ReadonlyArray<Field>
  readonly body?: Body
  /**
   * The codes that the operation's own rules add to those of the schema, by the JSON pointer of the field, from
   * `x-codes`.
   */
  readonly codes?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly answers: ReadonlyArray<Answer>
  /** Names of the problem responses, in the order of their status. */
  readonly problems: ReadonlyArray<string>
  /** The security requirement, as in `Security.requirement`; absent if no authentication is needed. */
  readonly security?: string
}

/** A parameter or a header. Header names are in lower case. */
export interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: SchemaNode
  readonly default?: string | number | boolean
  readonly description?: string
  /** The middleware that reads this header, from `x-middleware`. */
  readonly middleware?: string
}

export interface Body {
  readonly required: boolean
  readonly schema: SchemaNode
  readonly contentType: string
}

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyArray<Field>
  readonly content:
    | { readonly kind: "none" }
    | { readonly kind: "json"; readonly schema: SchemaNode; readonly contentType: string }
    | { readonly kind: "stream"; readonly contentType: string }
  /** Whether some part of it is `x-redacted`. */
  readonly secret?: true
}

/** A middleware of every operation that has a certain header, inside authentication. */
export interface Middleware {
  readonly name: string
  /** The schema of the principal that authentication establishes; absent if no authentication is needed. */
  readonly principal?: string
  /** The problems that it may return: those that all its implemented operations list. */
  readonly problems: ReadonlyArray<string>
}

/** One distinct `security` requirement: any one of its schemes is sufficient. */
export interface Security {
  readonly name: string
  readonly requirement: string
  readonly schemes: ReadonlyArray<SecurityScheme>
  /** The schema of the principal that authentication establishes. */
  readonly principal: string
  /**
   * The problems that authentication may return: those of 401, 403, 429 and 503 that all its implemented operations
   * list.
   */
  readonly problems: ReadonlyArray<string>
}

export type SecurityScheme =
  | {
      readonly name: string
      readonly kind: "apiKey"
      readonly in: "header" | "query" | "cookie"
      readonly key: string
    }
  | { readonly name: string; readonly kind: "http"; readonly scheme: string }

/** One problem response of `components.responses`: an error class. */
export interface Problem {
  readonly name: string
  readonly status: number
  readonly description?: string
  /** Code -> title, from the response's examples. Closed. */
  readonly codes: ReadonlyArray<readonly [code: string, title: string]>
  /** The named schema of its body. */
  readonly body?: string
  /** The prefix of the code in `type`. */
  readonly typeBase: string
  /** Members besides type, title, status and code. */
  readonly members: ReadonlyArray<{
    readonly name: string
    readonly required: boolean
    readonly schema: SchemaNode
  }>
  /** Headers that the thrower must set. */
  readonly headers: ReadonlyArray<Field>
}
