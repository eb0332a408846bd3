/* The parts of Bruno's parser and of Postman's library that the tests use: neither provides types. */

declare module "@usebruno/lang" {
  interface Named {
    readonly name: string
    readonly value: string
    readonly enabled: boolean
    readonly type?: "query" | "path"
  }
  export const bruToJsonV2: (text: string) => {
    readonly http: {
      readonly method: string
      readonly url: string
      readonly auth: string
      readonly body: string
    }
    readonly params?: ReadonlyArray<Named>
    readonly headers?: ReadonlyArray<Named>
    readonly auth?: { readonly apikey?: { readonly key: string; readonly value: string } }
    readonly body?: { readonly json?: string }
  }
  export const bruToEnvJsonV2: (text: string) => { readonly variables: ReadonlyArray<Named> }
}

declare module "postman-collection" {
  interface List<A> {
    readonly toObject: () => Record<string, string>
    readonly filter: (keep: (one: A) => boolean, context: null) => ReadonlyArray<A>
  }
  export interface Request {
    readonly method: string
    readonly url: {
      readonly getHost: () => string
      readonly getPath: (options: { readonly unresolved: boolean }) => string
      readonly variables: List<unknown>
    }
    readonly auth?: { readonly type: string; readonly parameters: () => List<unknown> }
    readonly headers: List<{ readonly key: string; readonly disabled?: boolean }>
    readonly body?: { readonly raw?: string }
  }
  export class Collection {
    constructor(json: unknown)
    readonly variables: List<unknown>
    readonly forEachItem: (visit: (item: { readonly request: Request }) => void) => void
  }
}
