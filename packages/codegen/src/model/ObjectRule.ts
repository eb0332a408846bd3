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
