/** As much of Bruno's own parser as the tests use; it has no types of its own. */
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
