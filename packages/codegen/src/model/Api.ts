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
  /** As the spec writes it, with `{id}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** The milestone that brings the code, from `x-planned`. */
  readonly planned?: string
  /** The headers of an operation that is given up, from what the change ledger says of it. */
  readonly retirement?: { readonly deprecation: string; readonly sunset?: string; readonly link?: string }
  readonly params: ReadonlyArray<Field>
  readonly query: ReadonlyArray<Field>
  readonly headers: ReadonlyArray<Field>
  readonly body?: Body
  readonly answers: ReadonlyArray<Answer>
  /** Names of the problem responses, in the order of their status. */
  readonly problems: ReadonlyArray<string>
  /** The security requirement, as in `Security.requirement`; left out where everybody may call. */
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
  /** Something in it is `x-redacted`. */
  readonly secret?: true
}

/** What stands around every operation that takes some header, inside authentication. */
export interface Middleware {
  readonly name: string
  /** The schema of what authentication establishes; left out where everybody may call. */
  readonly principal?: string
  /** The problems that it may answer with: those that all its operations with code list. */
  readonly problems: ReadonlyArray<string>
}

/** One distinct `security` requirement: any one of its schemes will do. */
export interface Security {
  readonly name: string
  readonly requirement: string
  readonly schemes: ReadonlyArray<SecurityScheme>
  /** The schema of what authentication establishes. */
  readonly principal: string
  /** The problems that authentication may answer with: those of 401, 403, 429 and 503 that all its operations with code list. */
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
  /** What precedes the code in `type`. */
  readonly typeBase: string
  /** Members besides type, title, status and code. */
  readonly members: ReadonlyArray<{
    readonly name: string
    readonly required: boolean
    readonly schema: SchemaNode
  }>
  /** Headers that whoever answers must give. */
  readonly headers: ReadonlyArray<Field>
}
