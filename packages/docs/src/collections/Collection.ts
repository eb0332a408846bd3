/** An API as a collection of requests for tools such as Postman and Bruno, before it is written in a tool's format. */
export interface Collection {
  readonly name: string
  readonly description: string
  readonly version: string
  /** The targets of requests (`baseUrl`). The first is a newcomer's: the reader's own machine. */
  readonly environments: ReadonlyArray<{ readonly name: string; readonly baseUrl: string }>
  /** Names of variables that hold keys; they are empty in the published files. */
  readonly secrets: ReadonlyArray<string>
  readonly folders: ReadonlyArray<Folder>
}

export interface Folder {
  readonly name: string
  readonly description: string
  readonly requests: ReadonlyArray<CollectionRequest>
}

export interface CollectionRequest {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly method: string
  /** In the spec's form: `/api/v1/employers/{id}`. */
  readonly path: string
  readonly pathValues: ReadonlyArray<Value>
  readonly query: ReadonlyArray<Value>
  readonly headers: ReadonlyArray<Value>
  /** The header that carries the key, and the variable that holds it; undefined if no key is needed. */
  readonly key: { readonly header: string; readonly variable: string } | undefined
  /** An example of the spec, if the operation has a body. */
  readonly body: unknown
}

export interface Value {
  readonly name: string
  readonly value: string
  readonly description: string
  /** Whether it is enabled by default; optional values aren't. */
  readonly isSent: boolean
}
